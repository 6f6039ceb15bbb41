// The events of the step in their order, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events.glsl"

layout(std430, binding = 2) readonly buffer Even { uint even[]; }; // where the order is after none, two, ... merges
layout(std430, binding = 3) readonly buffer Odd { uint odd[]; };
layout(std430, binding = 4) writeonly buffer Report
{
    event_header header;
    event_record told[];
};

void main()
{
    uint k = thread_index();
    if (k >= room.of[EVENTS_ALL].list.count) return;
    told[k] = event[room.merges % 2u == 0u ? even[k] : odd[k]];
}
