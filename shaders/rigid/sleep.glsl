// Which bodies are awake, and how an island is found and marked.
// The kernel binds push.
#ifndef MAS_SLEEP_GLSL
#define MAS_SLEEP_GLSL

#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/sleep_shared.h"

const uint BODY_FREE = BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC;

bool is_awake(uint tag) // and dynamic
{
    return (tag & (BODY_FREE | BODY_ASLEEP)) == BODY_FREE;
}

bool is_asleep(uint tag)
{
    return (tag & BODY_ASLEEP) != 0u;
}

bool is_driven(uint tag, body_motion m) // kinematic, with a velocity
{
    bool moves = any(notEqual(m.velocity.xyz, vec3(0.0))) || any(notEqual(m.momentum.xyz, vec3(0.0)));
    return (tag & BODY_FREE) == (BODY_ALIVE | BODY_MOVES) && moves;
}

// The slot that names a sleeper's island; its own, should the state be damaged.
uint island_of(uint slot, uint island)
{
    return island - 1u < push.bodies ? island - 1u : slot;
}

#endif
