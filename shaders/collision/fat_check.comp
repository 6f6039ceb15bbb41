// Whether a collider is still inside its fat box, and meets the same as when that was made; one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) readonly buffer FatBox { collider_box fat_box[]; };
layout(std430, binding = 3) readonly buffer FatMeet { collider_meet fat_meet[]; };
layout(std430, binding = 4) buffer State { fat_state state; };

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    collider_box  now  = box[i], fat = fat_box[i];
    collider_meet mine = meet[i], old = fat_meet[i];
    bool inside = all(greaterThanEqual(now.lo.xyz, fat.lo.xyz)) && all(lessThanEqual(now.hi.xyz, fat.hi.xyz));
    bool none   = now.lo.x > now.hi.x && fat.lo.x > fat.hi.x;
    bool same   = mine.who == old.who && mine.category == old.category && mine.mask == old.mask &&
                mine.group == old.group;
    if (!(same && (none || (inside && now.lo.x <= now.hi.x)))) atomicOr(state.moved, 1u);
}
