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

// kg m^2/s (rad/s unless dynamic) that give the body this angular velocity, rad/s, world axes.
vec3 body_momentum(uint tag, vec4 rotation, vec3 angular_velocity, vec3 inverse_inertia)
{
    vec3 spin = quaternion_rotate_inverse(rotation, angular_velocity);
    if ((tag & BODY_DYNAMIC) == 0u) return spin;
    return spin * vec3(exact_reciprocal(inverse_inertia.x), exact_reciprocal(inverse_inertia.y),
                       exact_reciprocal(inverse_inertia.z));
}

#endif
