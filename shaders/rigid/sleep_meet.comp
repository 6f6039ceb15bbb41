// The colliders of those who were woken by a touch take part from now on; one collider a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep.glsl"
#include "collision/collision_shared.h"

layout(std430, binding = 0) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 1) buffer Meet { collider_meet meet[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.colliders) return;
    uint who = meet[i].who;
    if ((who & MEET_ASLEEP) != 0u && (who & MEET_DYNAMIC) != 0u && is_awake(trait[who & MEET_BODY_MASK].tag))
        meet[i].who = who & ~MEET_ASLEEP;
}
