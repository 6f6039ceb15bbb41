// How fast the colliders are when the step begins.
// The kernel binds data, mass, trait, body, motion, pose and speed.
#ifndef MAS_TOUCH_SPEED_GLSL
#define MAS_TOUCH_SPEED_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "rigid/body.glsl"
#include "rigid/touch_shared.h"

// Of collider i, whose body is element b of those bound.
void tell_speed(uint i, uint b)
{
    uint tag      = trait[b].tag;
    vec3 spin     = quaternion_rotate(body[b].rotation,
                                      body_spin(tag, motion[b].momentum.xyz, mass[b].inverse.xyz));
    vec3 velocity = motion[b].velocity.xyz + exact_cross(spin, pose[i].position.xyz - body[b].position.xyz);
    bool moves    = data[i].kind != 0u && (tag & BODY_MOVES) != 0u && (tag & BODY_ASLEEP) == 0u &&
                 exact_is_finite(velocity) && exact_is_finite(spin);
    speed[i] = touch_speed(vec4(mix(vec3(0.0), exact_flush(velocity), bvec3(moves)), 0.0),
                           vec4(mix(vec3(0.0), exact_flush(spin), bvec3(moves)), 0.0));
}

#endif
