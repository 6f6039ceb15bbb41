// Marks the islands of sleepers that are touched, or about to be, by a body that moves or by a new collider that the
// host has put into the sleeper. Points within the contact margin count, not only touching ones: a body that comes
// flying must not find a wall in the step in which it arrives. Islands are linked by the same contacts, so two islands
// that touch never wake each other in turns.
// The kernel binds state, lists, pairs, of_pair, past, meet and body.
#ifndef MAS_SLEEP_TOUCH_GLSL
#define MAS_SLEEP_TOUCH_GLSL

#include "rigid/sleep.glsl"
#include "collision/cache_shared.h"

#include "rigid/sleep_mark.glsl"

bool sleeps(uint who)
{
    return (who & (MEET_DYNAMIC | MEET_ASLEEP)) == (MEET_DYNAMIC | MEET_ASLEEP);
}

void touch_sleepers(uint i)
{
    if (of_pair[i].count == 0u || (of_pair[i].flags & MANIFOLD_SENSOR) != 0u) return;
    uint a = meet[of_pair[i].a].who, b = meet[of_pair[i].b].who;
    bool fresh = past[i] == PAST_NONE;
    if (sleeps(a) && (fresh || (b & MEET_ASLEEP) == 0u)) mark(a & MEET_BODY_MASK);
    if (sleeps(b) && (fresh || (a & MEET_ASLEEP) == 0u)) mark(b & MEET_BODY_MASK);
}

#endif
