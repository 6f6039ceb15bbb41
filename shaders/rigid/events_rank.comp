// Puts each run of EVENTS_RANK events in order, one event a thread: its place is how many come before it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_shared.h"

layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Events { event_record event[]; };
layout(std430, binding = 2) writeonly buffer Index { uint index[]; };

#include "rigid/events.glsl"

void main()
{
    uint i = thread_index(), n = room.of[EVENTS_ALL].list.count;
    if (i < n) index[event_rank(i, n)] = i;
}
