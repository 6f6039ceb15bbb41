// The events of the step in their order, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_write.glsl"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 2) readonly buffer Even { uint even[]; }; // in order after an even number of merges
layout(std430, binding = 3) readonly buffer Odd { uint odd[]; };

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_ALL].list.count)
        write_event(k, event[(room.merges & 1u) == 0u ? even[k] : odd[k]], push.number);
}
