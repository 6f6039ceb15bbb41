// An island falls asleep as a whole if no member must stay awake (sleep_gather.glsl).
#ifndef MAS_SLEEP_FALL_GLSL
#define MAS_SLEEP_FALL_GLSL

#include "rigid/sleep.glsl"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer Root { uint root[]; };
layout(std430, binding = 2) readonly buffer Restless { uint restless[]; };
layout(std430, binding = 3) buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) writeonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 5) buffer Sleep { sleep_body body[]; };
#endif

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
