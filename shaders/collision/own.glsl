// What the threads of a broad phase do with the partners they find: count them, or write them as pairs. A kernel includes
// this file after its bindings params, box, meet and pose, walks once, and is run twice: the first time the pairs that
// each collider owns are counted, the second time they are written where the counts say.
#ifndef MAS_OWN_GLSL
#define MAS_OWN_GLSL

layout(constant_id = 1) const uint WRITES = 0; // 0 counts, 1 writes
layout(std430, binding = 4) buffer Count { uint count[]; };         // by collider
layout(std430, binding = 5) readonly buffer First { uint first[]; }; // by collider
layout(std430, binding = 6) writeonly buffer Pair { collider_pair pair[]; };

uint          own_slot;
collider_box  own_box;
collider_meet own_meet;
uint          own_found, own_first, own_room;

void own_begin(uint slot)
{
    own_slot  = slot;
    own_box   = box[slot];
    own_meet  = meet[slot];
    own_found = 0u;
    own_first = WRITES != 0u ? first[slot] : 0u;
    own_room  = uint(pair.length());
}

// False for free slots and for colliders without bounds, which own nothing.
bool own_bounded()
{
    return own_meet.who != 0u && own_box.lo.x <= own_box.hi.x;
}

void own_write(collider_pair p)
{
    uint at = own_first + own_found;
    if (WRITES != 0u && at < own_room) pair[at] = p;
    ++own_found;
}

// A partner that passed the box test; filters decide.
void own_pair(uint j)
{
    collider_meet other = meet[j];
    if (!meets(own_meet, other)) return;
    own_write(pair_of(own_slot, own_meet, j, other));
}

// Partners without bounds.
void own_unbounded()
{
    for (uint k = 0u; k < params.unbounded; ++k)
    {
        uint j = params.unbounded_slot[k / 4u][k % 4u];
        if (box_reaches_plane(own_box, pose[j])) own_pair(j);
    }
}

void own_end()
{
    if (WRITES == 0u) count[own_slot] = own_found;
}

#endif
