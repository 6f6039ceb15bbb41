// The colliders of bodies that a touch woke take part from now on.
#ifndef MAS_SLEEP_MEET_GLSL
#define MAS_SLEEP_MEET_GLSL

#include "rigid/sleep.glsl"
#include "collision/collision_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 1) buffer Meet { collider_meet meet[]; };
#endif

void meet_again(uint i)
{
    uint who = meet[i].who;
    if ((who & MEET_ASLEEP) != 0u && (who & MEET_DYNAMIC) != 0u && is_awake(trait[who & MEET_BODY_MASK].tag))
        meet[i].who = who & ~MEET_ASLEEP;
}

#endif
