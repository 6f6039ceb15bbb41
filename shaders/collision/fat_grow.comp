// New fat boxes, one a thread. They reach an eighth of a box's shortest side farther on every side: a body may go that
// far before anything is done again.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) writeonly buffer FatBox { collider_box fat_box[]; };
layout(std430, binding = 3) writeonly buffer FatMeet { collider_meet fat_meet[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    vec3  lo     = box[i].lo.xyz, hi = box[i].hi.xyz;
    vec3  side   = hi - lo;
    float eighth = 0.125 * min(min(side.x, side.y), side.z);
    float skin   = lo.x <= hi.x ? eighth : 0.0;
    fat_box[i]   = collider_box(vec4(lo - skin, 0.0), vec4(hi + skin, 0.0));
    fat_meet[i]  = meet[i];
}
