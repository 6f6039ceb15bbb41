// How fast the colliders are when the step begins.
#ifndef MAS_TOUCH_SPEED_GLSL
#define MAS_TOUCH_SPEED_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "rigid/body.glsl"
#include "rigid/touch_shared.h"

#ifndef ARRAYS_ELSEWHERE
#include "collision/params.glsl"
layout(std430, binding = 1) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 2) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer BodyPose { body_pose body[]; };
layout(std430, binding = 5) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 7) writeonly buffer Speed { touch_speed speed[]; };
#endif

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
