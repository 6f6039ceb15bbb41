// Merges each two runs that are in order, one event a thread: behind those of its own run that come before it, and those
// of the other, which it finds by halving.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events.glsl"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 2) readonly buffer From { uint from[]; };
layout(std430, binding = 3) writeonly buffer To { uint to[]; };

void main()
{
    uint i = thread_index(), n = room.of[EVENTS_ALL].list.count, run = push.number;
    if (i >= n) return;
    uint mine  = i - (i % run);
    uint both  = i - (i % (2u * run));
    uint other = min(mine == both ? mine + run : both, n), end = min(other + run, n);
    uint lo    = other, hi = end;
    while (lo < hi)
    {
        uint middle = (lo + hi) >> 1;
        if (event_before(from[middle], from[i])) lo = middle + 1u;
        else hi = middle;
    }
    to[both + (i - mine) + (lo - other)] = from[i];
}
