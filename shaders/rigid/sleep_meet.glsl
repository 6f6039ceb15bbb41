// The colliders of bodies that a touch woke take part from now on.
// The kernel binds trait and meet.
#ifndef MAS_SLEEP_MEET_GLSL
#define MAS_SLEEP_MEET_GLSL

#include "rigid/sleep.glsl"
#include "collision/collision_shared.h"

void meet_again(uint i)
{
    uint who = meet[i].who;
    if ((who & MEET_ASLEEP) != 0u && (who & MEET_DYNAMIC) != 0u && is_awake(trait[who & MEET_BODY_MASK].tag))
        meet[i].who = who & ~MEET_ASLEEP;
}

#endif
