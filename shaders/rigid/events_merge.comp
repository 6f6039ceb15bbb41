// Merges each two runs that are in order, one event a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_merge.glsl"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 2) readonly buffer From { uint from[]; };
layout(std430, binding = 3) writeonly buffer To { uint to[]; };

uint event_at(uint place)
{
    return from[place];
}

void main()
{
    uint i = thread_index(), n = room.of[EVENTS_ALL].list.count;
    if (i < n) to[event_merged(i, n, push.number)] = from[i];
}
