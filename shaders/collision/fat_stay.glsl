// Pairs that are none any more.
// The kernel binds push, fat_box, fat_meet, pose and pair.
#ifndef MAS_FAT_STAY_GLSL
#define MAS_FAT_STAY_GLSL

#include "list.glsl"
#include "collision/pair.glsl"
#include "collision/fat_shared.h"

// Planes that changed leave no pair known.
bool overlap(uint first, uint a, uint b)
{
    collider_box other = fat_box[first + b];
    if ((fat_meet[a].who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK) != COLLIDER_PLANE)
        return boxes_overlap(fat_box[first + a], other);
    return other.lo.x <= other.hi.x && box_reaches_plane(other, pose[a]);
}

// Whether pair i is one no longer.
bool fat_gone(uint i)
{
    uint a = pair[i].a, b = pair[i].b;
    return !(a < push.slots && b < push.slots && overlap(0u, a, b) && overlap(push.colliders, a, b));
}

#endif
