// Finds a body's root, and marks the root if the body has not rested for long enough.
#ifndef MAS_SLEEP_GATHER_GLSL
#define MAS_SLEEP_GATHER_GLSL

#include "rigid/sleep.glsl"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 2) readonly buffer Sleep { sleep_body body[]; };
layout(std430, binding = 3) readonly buffer Parent { uint parent[]; };
layout(std430, binding = 4) writeonly buffer Root { uint root[]; };
layout(std430, binding = 5) buffer Restless { uint restless[]; };
#endif

void gather_island(uint i)
{
    if (!is_awake(trait[i].tag)) return;
    uint at = i, up = parent[i];
    for (uint turn = 0u; turn < SLEEP_CLIMB && up != at; ++turn)
    {
        at = up;
        up = parent[at];
    }
    root[i] = at;
    if (up != at) atomicOr(state.stuck, 1u);
    if (body[i].rest < push.time || restless[i] != 0u) atomicOr(restless[at], 1u);
}

#endif
