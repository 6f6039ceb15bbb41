// An island falls asleep as a whole if no member must stay awake (sleep_gather.glsl).
// The kernel binds state, root, restless, trait, motion and body.
#ifndef MAS_SLEEP_FALL_GLSL
#define MAS_SLEEP_FALL_GLSL

#include "rigid/sleep.glsl"

void fall_asleep(uint i)
{
    if (state.stuck != 0u || !is_awake(trait[i].tag) || restless[root[i]] != 0u) return;
    trait[i].tag   = trait[i].tag | BODY_ASLEEP;
    motion[i]      = body_motion(vec4(0.0), vec4(0.0));
    body[i].island = root[i] + 1u;
    atomicAdd(state.awake, 0xFFFFFFFFu); // one less
    atomicAdd(state.asleep, 1u);
}

#endif
