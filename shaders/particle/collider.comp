// The shapes that particles meet, with the motion of their bodies, one a thread, once per window of the body arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "particle/collider_shared.h"
#include "particle/params.glsl"
#include "rigid/body.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 2) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 5) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) writeonly buffer Colliders { collider_state collider[]; };

void main()
{
    uint k = thread_index();
    if (k >= params.colliders) return;
    uint i = data[k].body - range.first;
    if (i >= range.count) return;
    uint tag      = trait[i].tag;
    bool pushes   = (tag & BODY_ALIVE) != 0u && (data[k].kind & COLLIDER_SENSOR) == 0u;
    uint kind     = pushes ? data[k].kind : 0u;
    vec4 rotation = pose[i].rotation;
    vec3 spin     = quaternion_rotate(rotation, body_spin(tag, motion[i].momentum.xyz, mass[i].inverse.xyz));
    vec3 arm      = quaternion_rotate(rotation, data[k].position.xyz);
    collider[k]   = collider_state(vec4(pose[i].position.xyz + arm, 0.0), quaternion_multiply(rotation, data[k].rotation),
                                   vec4(motion[i].velocity.xyz + exact_cross(spin, arm), 0.0), vec4(spin, 0.0), data[k].size,
                                   kind, 0u, 0u, 0u);
}
