// The shapes that particles meet, with the motion of their bodies, one a thread, once per window of the body arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "particle/collider_shared.h"
#include "particle/params.glsl"
#include "rigid/body.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Entries { collider_entry entry[]; };
layout(std430, binding = 2) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 5) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) writeonly buffer Colliders { collider_state collider[]; };

void main()
{
    uint k = thread_index();
    if (k >= params.colliders) return;
    uint i = entry[k].slot - range.first;
    if (i >= range.count) return;
    uint tag    = trait[i].tag;
    vec3 spin   = body_spin(tag, motion[i].momentum.xyz, mass[i].inverse.xyz);
    uint kind   = (tag & BODY_ALIVE) != 0u ? entry[k].kind : 0u;
    collider[k] = collider_state(pose[i].position, pose[i].rotation, motion[i].velocity,
                                 vec4(quaternion_rotate(pose[i].rotation, spin), 0.0), entry[k].size, kind, 0u, 0u, 0u);
}
