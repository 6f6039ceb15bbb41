// What the parts of integrate share: which bodies move, limits and locks, and how impulses become momentum.
#ifndef MAS_INTEGRATE_GLSL
#define MAS_INTEGRATE_GLSL

#include "rigid/body.glsl"

// Sleepers, the static and the lost stand still.
bool body_goes(uint tag)
{
    return (tag & (BODY_MOVES | BODY_ASLEEP)) == BODY_MOVES;
}

// At most that long; a limit of 0 stops.
vec3 limited(vec3 v, float most)
{
    float squared = exact_dot(v, v);
    return squared > (most * most) ? v * (most * exact_rsqrt(squared)) : v;
}

// kg m^2/s that the body gains about its axes when impulses change its spin by dw, rad/s, world axes. They saw the
// inertia that it had when the step began, in the rotation q0; q is the present one.
vec3 momentum_gain(vec3 inertia, vec4 q0, vec4 q, vec3 dw)
{
    return quaternion_rotate_inverse(q, quaternion_rotate(q0, inertia * quaternion_rotate_inverse(q0, dw)));
}

// Momentum within the limit of the spin, and without a spin about locked axes. The locked part is taken away instead of
// the free one being made anew: inertia times inverse inertia is never quite 1.
vec3 bounded_momentum(body_trait t, vec3 p, vec4 q, vec3 inertia, vec3 inverse_inertia)
{
    vec3 spin     = p * inverse_inertia;
    float squared = exact_dot(spin, spin);
    if (squared > (t.max_spin * t.max_spin)) p = p * (t.max_spin * exact_rsqrt(squared));
    if ((t.locks & BODY_LOCK_TURNS) == 0u) return p;
    if ((t.locks & BODY_LOCK_TURNS) == BODY_LOCK_TURNS) return vec3(0.0);
    vec3 turn   = quaternion_rotate(q, p * inverse_inertia);
    vec3 locked = turn - body_free_turn(t.locks, turn);
    return p - (inertia * quaternion_rotate_inverse(q, locked));
}

#endif
