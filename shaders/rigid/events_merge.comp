// Merges each two runs that are in order, one event a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_shared.h"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Events { event_record event[]; };
layout(std430, binding = 2) readonly buffer From { uint from[]; };
layout(std430, binding = 3) writeonly buffer To { uint to[]; };

#include "rigid/events_merge.glsl"

uint event_at(uint place)
{
    return from[place];
}

void main()
{
    uint i = thread_index(), n = room.of[EVENTS_ALL].list.count;
    if (i < n) to[event_merged(i, n, push.number)] = from[i];
}
