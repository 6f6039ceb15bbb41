// Wakes the members of marked islands. Marks stay until the step's end, so every thread reads the same, in any order.
#ifndef MAS_SLEEP_WAKE_GLSL
#define MAS_SLEEP_WAKE_GLSL

#include "rigid/sleep.glsl"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) buffer Trait { body_trait trait[]; };
layout(std430, binding = 2) buffer Sleep { sleep_body body[]; };
#endif

void wake_body(uint i, bool all)
{
    if (body[i].island == 0u) return;
    uint tag  = trait[i].tag;
    bool wake = all || !is_asleep(tag) || body[island_of(i, body[i].island)].mark != 0u;
    if (!wake) return;
    if (is_asleep(tag)) trait[i].tag = tag & ~uint(BODY_ASLEEP);
    body[i].rest   = 0.0;
    body[i].island = 0u;
    atomicAdd(state.asleep, 0xFFFFFFFFu); // one less
}

#endif
