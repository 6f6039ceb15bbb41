// Whether a collider is still inside its fat box and has the filter that it had when the box was made, and whether a
// plane is still where it was.
// The kernel binds box, meet, pose, fat_box, fat_meet and fat_plane.
#ifndef MAS_FAT_CHECK_GLSL
#define MAS_FAT_CHECK_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

bool is_plane(collider_meet m)
{
    return (m.who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK) == COLLIDER_PLANE;
}

// What collider i has to say: FAT_*. Comparisons with what is no number are false: then the pairs are made again.
uint fat_check(uint i)
{
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
    return (stays ? 0u : FAT_LEFT) | (planes ? FAT_WHOLLY : 0u);
}

#endif
