// The events of the step in their order, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_shared.h"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Events { event_record event[]; };
layout(std430, binding = 2) readonly buffer Even { uint even[]; }; // in order after an even number of merges
layout(std430, binding = 3) readonly buffer Odd { uint odd[]; };
layout(std430, binding = 4) writeonly buffer Report
{
    event_header header;
    event_record record[];
};
layout(std430, binding = 5) writeonly buffer Ring { mas_uvec4 ring[]; };

#include "rigid/events_write.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_ALL].list.count)
        write_event(k, event[(room.merges & 1u) == 0u ? even[k] : odd[k]], push.number);
}
