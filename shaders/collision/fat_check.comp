// Whether colliders are still inside their fat boxes, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/params.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) readonly buffer FatBox { collider_box fat_box[]; };
layout(std430, binding = 5) readonly buffer FatMeet { collider_meet fat_meet[]; };
layout(std430, binding = 6) readonly buffer FatPlane { collider_pose fat_plane[]; };
layout(std430, binding = 7) buffer State { fat_state state; };

#include "collision/fat_check.glsl"

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    uint why = fat_check(i);
    if (why != 0u) atomicOr(state.moved, why);
}
