// The pairs of a small world in one group: all of fat.c, without a tree. Each collider is compared with all colliders of
// later rank. The pairs and their order are those of the tree.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) buffer FatBox { collider_box fat_box[]; }; // then the former ones
layout(std430, binding = 5) buffer FatMeet { collider_meet fat_meet[]; };
layout(std430, binding = 6) buffer FatPlane { collider_pose fat_plane[]; };
layout(std430, binding = 7) buffer State { fat_state state; };
layout(std430, binding = 8) buffer Key { uint key[]; };   // by collider
layout(std430, binding = 9) buffer Slot { uint slot[]; }; // by rank
layout(std430, binding = 10) buffer Count { uint count[]; }; // by collider: new pairs that it owns,
layout(std430, binding = 11) buffer First { uint first[]; }; // and where they begin
layout(std430, binding = 12) buffer Fresh { collider_pair fresh[]; };
layout(std430, binding = 13) buffer Gone { uint gone[]; }; // by pair
layout(std430, binding = 14) buffer Place { uint place[]; }; // of pairs that are gone
layout(std430, binding = 15) buffer Pair { collider_pair pair[]; };
layout(std430, binding = 16) writeonly buffer List { list_header list; };

#include "collision/fat_check.glsl"
#include "collision/fat_again.glsl"
#include "collision/fat_grow.glsl"
#include "collision/fat_stay.glsl"
#include "collision/fat_fill.glsl"
#include "collision/tree_key.glsl"
#define box fat_box
#include "collision/tree_scale.glsl"
#undef box

shared uint moved; // FAT_*

// Slots by key; equal ones by slot.
void rank_all()
{
    scale_begin(me, size);
    meet_all();
    scale_sides(me, size);
    meet_all();
    scale_tiles(me, size);
    meet_all();
    float half_inverse = scale_chosen();
    for (uint i = me; i < push.slots; i += size) key[i] = tree_key(fat_box[i].lo.xyz, fat_box[i].hi.xyz, half_inverse);
    meet_all();
    for (uint i = me; i < push.slots; i += size)
    {
        uint mine = key[i], rank = 0u;
        for (uint j = 0u; j < push.slots; ++j) rank += uint(key[j] < mine || (key[j] == mine && j < i));
        slot[rank] = i;
    }
    meet_all();
}

// The new pairs that collider s of that rank owns, counted, or written from number at on.
uint own_pairs(uint rank, uint s, bool writes, uint at)
{
    collider_box  mine = fat_box[s], was = fat_box[push.colliders + s];
    collider_meet own  = fat_meet[s];
    bool bounded = is_bounded(mine, own);
    uint found   = 0u, bound = bounded ? push.slots - (rank + 1u) : 0u, all = bounded ? bound + params.unbounded : 0u;
    for (uint k = 0u; k < all; ++k)
    {
        uint plane = k < bound ? 0u : k - bound, j = params.unbounded_slot[plane / 4u][plane % 4u];
        bool is, known;
        if (k < bound)
        {
            j     = slot[rank + 1u + k];
            is    = boxes_overlap(mine, fat_box[j]);
            known = is && boxes_overlap(was, fat_box[push.colliders + j]);
        }
        else
        {
            is    = box_reaches_plane(mine, pose[j]);
            known = is && was.lo.x <= was.hi.x && box_reaches_plane(was, pose[j]);
        }
        if (!is || known || !meets(own, fat_meet[j])) continue;
        if (writes && at + found < push.capacity) fresh[at + found] = pair_of(s, own, j, fat_meet[j]);
        ++found;
    }
    return found;
}

// Returns how many there are; those that there is room for are written.
uint find_fresh()
{
    uint total = 0u;
    for (uint turn = 0u; turn < 2u; ++turn)
    {
        bool writes = turn != 0u;
        for (uint r = me; r < push.slots; r += size)
        {
            uint s = slot[r], found = own_pairs(r, s, writes, writes ? first[s] : 0u);
            if (!writes) count[s] = found;
        }
        meet_all();
        if (writes) break;
        uint from = part_begin(push.slots), to = part_end(push.slots), sum = 0u;
        for (uint s = from; s < to; ++s) sum += count[s];
        whole_sums all = sum_of_all(sum);
        total = all.all;
        sum   = all.before;
        for (uint s = from; s < to; ++s)
        {
            first[s] = sum;
            sum += count[s];
        }
        meet_all();
    }
    return total;
}

// Returns how many of the known pairs are gone; place has them.
uint find_gone(uint known)
{
    uint from = part_begin(known), to = part_end(known), some = 0u;
    for (uint i = from; i < to; ++i)
    {
        bool is = fat_gone(i);
        gone[i] = uint(is);
        some += uint(is);
    }
    whole_sums all = sum_of_all(some);
    uint at = all.before;
    for (uint i = from; i < to; ++i)
        if (gone[i] != 0u) place[at++] = i;
    meet_all();
    return all.all;
}

void main()
{
    if (me == 0u) moved = state.moved;
    meet_all();
    for (uint i = me; i < push.slots; i += size)
    {
        uint why = fat_check(i);
        if (why != 0u) atomicOr(moved, why);
    }
    meet_all();
    fat_state was = state;
    uint why      = fat_again(was, moved, push.slots, push.capacity), needed = was.needed;
    if (why != 0u)
    {
        for (uint i = me; i < push.slots; i += size) fat_grow(i, why == FAT_LEFT);
        meet_all();
        rank_all();
        uint known = why == FAT_LEFT ? min(was.kept, push.capacity) : 0u, total = find_fresh(), left = find_gone(known);
        uint fresh_count = min(total, push.capacity);
        for (uint k = me; k < fresh_count; k += size)
        {
            uint at = fat_place(k, known, left);
            if (at < push.capacity) pair[at] = fresh[k];
        }
        for (uint k = me; k < left; k += size) fat_move(k, known, left, fresh_count);
        needed = (known - left) + total;
    }
    if (me != 0u) return;
    list_header all = list_complete(needed, push.capacity);
    all.spare = why == 0u ? PAIRS_KEPT : 0u;
    list      = all;
    if (why != 0u) state = fat_state(push.slots, 0u, was.builds + 1u, needed, all.count);
}
