// News of a body: it is lost, or its sleep differs from what was reported. News that found no room in earlier steps is
// reported later.
#ifndef MAS_EVENTS_NEWS_GLSL
#define MAS_EVENTS_NEWS_GLSL

#include "rigid/body_shared.h"
#include "rigid/events_shared.h"

// EVENT_*, generation from bit 8; or 0. lost_one: generation of a body lost and not told; told_one: of one told to
// sleep.
uint news_of(uint tag, uint lost_one, uint told_one)
{
    uint generation = tag >> BODY_FLAG_BITS;
    if (lost_one != 0u) return EVENT_BODY_LOST | lost_one << 8;
    if ((tag & BODY_ALIVE) == 0u) return 0u;
    bool asleep = (tag & BODY_ASLEEP) != 0u, told_asleep = told_one == generation;
    if (asleep == told_asleep) return 0u;
    return (asleep ? EVENT_BODY_SLEEP : EVENT_BODY_WAKE) | generation << 8;
}

#endif
