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
    uint kind     = (tag & BODY_ALIVE) != 0u ? data[k].kind : 0u;
    bool endless  = (kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE || (kind & COLLIDER_HOLLOW) != 0u;
    vec4 rotation = pose[i].rotation;
    vec3 spin     = quaternion_rotate(rotation, body_spin(tag, motion[i].momentum.xyz, mass[i].inverse.xyz));
    vec3 arm      = quaternion_rotate(rotation, data[k].position.xyz);
    vec3 swing    = exact_cross(spin, arm);
    vec3 velocity = motion[i].velocity.xyz + swing;
    vec3 bend     = exact_cross(spin, swing);

    collider_state c;
    c.position         = vec4(pose[i].position.xyz + arm, endless ? COLLIDER_ENDLESS : data[k].position.w);
    c.rotation         = quaternion_multiply(rotation, data[k].rotation);
    c.velocity         = vec4(velocity, exact_length(velocity) + (params.substep * exact_length(bend)));
    c.angular_velocity = vec4(spin, 0.0);
    c.bend             = vec4(bend, 0.0);
    c.size             = data[k].size;
    c.kind             = kind;
    c.hull             = data[k].hull;
    c.spare = c.spare_1 = 0u;
    collider[k] = c;
}
