// Which of the pairs so far are pairs no longer, one a thread: their places are free.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) readonly buffer Known { list_header known; };
layout(std430, binding = 1) readonly buffer FatBox { collider_box fat_box[]; }; // then the former ones
layout(std430, binding = 2) readonly buffer FatMeet { collider_meet fat_meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 5) writeonly buffer Free { uint free[]; };

#include "collision/fat_stay.glsl"

void main()
{
    uint i = thread_index();
    if (i < known.count) free[i] = uint(fat_gone(i));
}
