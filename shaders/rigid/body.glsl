// What kernels ask of a body's arrays.
#ifndef MAS_BODY_GLSL
#define MAS_BODY_GLSL

#include "quaternion.glsl"
#include "rigid/body_shared.h"

// rad/s about the principal axes.
vec3 body_spin(uint tag, vec3 momentum, vec3 inverse_inertia)
{
    return (tag & BODY_DYNAMIC) != 0u ? momentum * inverse_inertia : momentum;
}

// Without what lies along locked axes.
vec3 body_free(uint locks, vec3 v)
{
    return mix(v, vec3(0.0), notEqual(uvec3(locks) & uvec3(BODY_LOCK_X, BODY_LOCK_Y, BODY_LOCK_Z), uvec3(0u)));
}

// Without what turns about locked axes.
vec3 body_free_turn(uint locks, vec3 spin)
{
    return mix(spin, vec3(0.0),
               notEqual(uvec3(locks) & uvec3(BODY_LOCK_TURN_X, BODY_LOCK_TURN_Y, BODY_LOCK_TURN_Z), uvec3(0u)));
}

// Inertia of inverse inertia and the other way; 0 stays 0: nothing can turn such a body.
vec3 body_inverted(vec3 i)
{
    vec3 inverse = vec3(exact_reciprocal(i.x), exact_reciprocal(i.y), exact_reciprocal(i.z));
    return mix(inverse, vec3(0.0), equal(i, vec3(0.0)));
}

// kg m^2/s (rad/s unless dynamic) that give the body this angular velocity, rad/s, world axes.
vec3 body_momentum(uint tag, vec4 rotation, vec3 angular_velocity, vec3 inverse_inertia)
{
    vec3 spin = quaternion_rotate_inverse(rotation, angular_velocity);
    return (tag & BODY_DYNAMIC) != 0u ? spin * body_inverted(inverse_inertia) : spin;
}

#endif
