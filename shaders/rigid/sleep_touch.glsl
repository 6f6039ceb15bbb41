// Marks the islands of sleepers that are touched, or about to be, by a body that moves or by a new collider that the
// host has put into the sleeper. Points within the contact margin count, not only touching ones: a body that comes
// flying must not find a wall in the step in which it arrives. Islands are linked by the same contacts, so two islands
// that touch never wake each other in turns.
#ifndef MAS_SLEEP_TOUCH_GLSL
#define MAS_SLEEP_TOUCH_GLSL

#include "rigid/sleep.glsl"
#include "collision/cache_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) buffer Lists { sleep_header lists[SLEEP_LISTS]; };
layout(std430, binding = 2) readonly buffer PairList { list_header pairs; };
layout(std430, binding = 3) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 4) readonly buffer Past { uint past[]; };
layout(std430, binding = 5) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 6) buffer Sleep { sleep_body body[]; };
#endif

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
