// Merges two runs that are in order. Kernels define event_at(place): the number of the event there before the merge.
#ifndef MAS_EVENTS_MERGE_GLSL
#define MAS_EVENTS_MERGE_GLSL

#include "rigid/events.glsl"

uint event_at(uint place);

// Where the one at place i of n goes: behind those of its own run that come before it, and those of the other, which it
// finds by halving.
uint event_merged(uint i, uint n, uint run)
{
    uint mine  = i - (i % run);
    uint both  = i - (i % (2u * run));
    uint other = min(mine == both ? mine + run : both, n), end = min(other + run, n);
    uint lo    = other, hi = end;
    while (lo < hi)
    {
        uint middle = (lo + hi) >> 1;
        if (event_before(event_at(middle), event_at(i))) lo = middle + 1u;
        else hi = middle;
    }
    return both + (i - mine) + (lo - other);
}

#endif
