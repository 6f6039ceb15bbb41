// Takes what bounces did in the last substep off the velocities, which carry all of that substep's impulses.
// The kernel binds speed and blow.
#ifndef MAS_SOLVE_FORGET_GLSL
#define MAS_SOLVE_FORGET_GLSL

#include "list.glsl"
#include "exact.glsl"
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

void forget_blow(uint i)
{
    body_blow b = blow[i];
    vec4 v = speed[i].velocity, w = speed[i].spin;
    speed[i].velocity = vec4(exact_flush(v.xyz - b.velocity.xyz), v.w);
    speed[i].spin     = vec4(exact_flush(w.xyz - b.spin.xyz), w.w);
    blow[i]           = body_blow(vec4(0.0), vec4(0.0));
}

#endif
