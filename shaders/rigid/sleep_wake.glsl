// Wakes the members of marked islands. Marks stay until the step's end, so every thread reads the same, in any order.
// The kernel binds state, trait and body.
#ifndef MAS_SLEEP_WAKE_GLSL
#define MAS_SLEEP_WAKE_GLSL

#include "rigid/sleep.glsl"

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
