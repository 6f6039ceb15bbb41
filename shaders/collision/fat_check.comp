// Whether a collider is still inside its fat box and meets the same as when that was made, and whether a plane is still
// where it was; one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) readonly buffer FatBox { collider_box fat_box[]; };
layout(std430, binding = 5) readonly buffer FatMeet { collider_meet fat_meet[]; };
layout(std430, binding = 6) readonly buffer FatPlane { collider_pose fat_plane[]; };
layout(std430, binding = 7) buffer State { fat_state state; };

bool is_plane(collider_meet m)
{
    return (m.who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK) == COLLIDER_PLANE;
}

// Comparisons with what is no number are false: then the pairs are made again.
void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    collider_box  now  = box[i], fat = fat_box[i];
    collider_meet mine = meet[i], old = fat_meet[i];
    bool inside = all(greaterThanEqual(now.lo.xyz, fat.lo.xyz)) && all(lessThanEqual(now.hi.xyz, fat.hi.xyz));
    bool none   = now.lo.x > now.hi.x && fat.lo.x > fat.hi.x;
    bool same   = ((mine.who ^ old.who) & ~MEET_ASLEEP) == 0u && mine.category == old.category &&
                mine.mask == old.mask && mine.group == old.group;
    bool stays  = same && (none || (inside && now.lo.x <= now.hi.x));
    bool planes = !same && (is_plane(mine) || is_plane(old));
    if (i < params.unbounded)
    {
        collider_pose plane = pose[params.unbounded_slot[i / 4u][i % 4u]], was = fat_plane[i];
        planes = planes || !(plane.position == was.position && plane.rotation == was.rotation && plane.way == was.way);
    }
    if (!stays) atomicOr(state.moved, FAT_LEFT);
    if (planes) atomicOr(state.moved, FAT_WHOLLY);
}
