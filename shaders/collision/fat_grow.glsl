// New fat boxes, and where planes are. Until a collider leaves its fat box nothing is done again. The former box is put
// aside: two colliders whose former boxes overlapped are a pair already. The pairs of a collider whose filter changed
// are not known, so its former box is empty.
// The kernel binds push, box, meet, pose, fat_box, fat_meet and fat_plane.
#ifndef MAS_FAT_GROW_GLSL
#define MAS_FAT_GROW_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

const float NOWHERE = 3e38; // m

// Of collider i. left: pairs of those that meet the same as before are known.
void fat_grow(uint i, bool left)
{
    collider_meet mine = meet[i], old = fat_meet[i];
    bool same  = ((mine.who ^ old.who) & ~MEET_ASLEEP) == 0u && mine.category == old.category &&
                mine.mask == old.mask && mine.group == old.group;
    bool known = same && left;
    collider_box was = fat_box[i];
    was.lo = mix(vec4(NOWHERE), was.lo, bvec4(known));
    was.hi = mix(vec4(-NOWHERE), was.hi, bvec4(known));
    fat_box[push.colliders + i] = was;

    vec3  lo    = box[i].lo.xyz, hi = box[i].hi.xyz;
    vec3  side  = hi - lo;
    float share = FAT_SHARE * min(min(side.x, side.y), side.z);
    float skin  = lo.x <= hi.x ? share : 0.0;
    fat_box[i]  = collider_box(vec4(lo - skin, 0.0), vec4(hi + skin, 0.0));
    fat_meet[i] = mine;
    if (i < params.unbounded) fat_plane[i] = pose[params.unbounded_slot[i / 4u][i % 4u]];
}

#endif
