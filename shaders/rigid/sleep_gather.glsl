// Finds a body's root, and marks the root if the body has not rested for long enough.
// The kernel binds state, trait, body, parent, root and restless.
#ifndef MAS_SLEEP_GATHER_GLSL
#define MAS_SLEEP_GATHER_GLSL

#include "rigid/sleep.glsl"

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
