// The order of events: by kind, bodies, colliders.
// The kernel binds room and event.
#ifndef MAS_EVENTS_GLSL
#define MAS_EVENTS_GLSL

#include "list.glsl"
#include "rigid/events_shared.h"

// Whether event x comes before event y; of equals, which only a forged snapshot brings, the one found first.
bool event_before(uint x, uint y)
{
    if (event[x].kind != event[y].kind) return event[x].kind < event[y].kind;
    if (event[x].a.body != event[y].a.body) return event[x].a.body < event[y].a.body;
    if (event[x].b.body != event[y].b.body) return event[x].b.body < event[y].b.body;
    if (event[x].a.collider != event[y].a.collider) return event[x].a.collider < event[y].a.collider;
    if (event[x].b.collider != event[y].b.collider) return event[x].b.collider < event[y].b.collider;
    return x < y;
}

// The place of event i of n in its run of EVENTS_RANK: behind those that come before it.
uint event_rank(uint i, uint n)
{
    uint first = i - (i % EVENTS_RANK), end = min(first + EVENTS_RANK, n), place = first;
    for (uint k = first; k < end; ++k) place += uint(event_before(k, i));
    return place;
}

#endif
