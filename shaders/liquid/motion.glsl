// Colliders between the poses that a substep begins and ends with: a shape turns, and its centre goes round that of its
// body. Both to second order, radians of a substep cubed over 6 away from the truth.
#ifndef MAS_MOTION_GLSL
#define MAS_MOTION_GLSL

#include "exact.glsl"

// v after a time of spin.
vec3 motion_turn(vec3 spin, float time, vec3 v)
{
    vec3 swing = exact_cross(spin, v);
    return v + ((time * swing) + ((0.5 * (time * time)) * exact_cross(spin, swing)));
}

// Way of a centre.
vec3 motion_way(vec3 velocity, vec3 bend, float time)
{
    return time * (velocity + ((0.5 * time) * bend));
}

#endif
