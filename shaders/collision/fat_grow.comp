// New fat boxes, one a thread, and where planes are. A body may go as far as its fat box reaches before anything is
// done again.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) writeonly buffer FatBox { collider_box fat_box[]; };
layout(std430, binding = 5) writeonly buffer FatMeet { collider_meet fat_meet[]; };
layout(std430, binding = 6) writeonly buffer FatPlane { collider_pose fat_plane[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    vec3  lo    = box[i].lo.xyz, hi = box[i].hi.xyz;
    vec3  side  = hi - lo;
    float share = FAT_SHARE * min(min(side.x, side.y), side.z);
    float skin  = lo.x <= hi.x ? share : 0.0;
    fat_box[i]  = collider_box(vec4(lo - skin, 0.0), vec4(hi + skin, 0.0));
    fat_meet[i] = meet[i];
    if (i < params.unbounded) fat_plane[i] = pose[params.unbounded_slot[i / 4u][i % 4u]];
}
