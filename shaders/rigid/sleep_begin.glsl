// Whether any body has to be checked in this step at all.
// The kernel binds state.
#ifndef MAS_SLEEP_BEGIN_GLSL
#define MAS_SLEEP_BEGIN_GLSL

#include "rigid/sleep.glsl"

// One thread. forced: in any case.
bool begin_step(bool forced)
{
    bool anyone = forced || state.awake + state.moving != 0u;
    if (anyone) state.awake = state.moving = 0u; // counted again at the end
    state.candidate = state.woken = state.stuck = 0u;
    return anyone;
}

#endif
