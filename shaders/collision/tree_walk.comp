// Every leaf against those of later rank whose boxes it overlaps, a leaf a thread, along ropes. Run twice: counts, then
// writes. The first walk keeps what it meets, so that only leaves with very many partners walk again, and filters are
// evaluated once. Known pairs are left out: those whose former boxes overlapped too (fat.c).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"
#include "collision/tree_shared.h"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
#include "collision/own.glsl"
layout(std430, binding = 7) readonly buffer Node { tree_node node[]; };
layout(std430, binding = 8) buffer Keep { uint keep[]; }; // [partner][rank]; the last row, how many

collider_box own_was;

collider_box was_box(uint slot)
{
    return box[push.was + slot];
}

// Whether the pair is known.
bool is_known(uint j)
{
    return push.was != 0u && boxes_overlap(own_was, was_box(j));
}

bool overlaps(uvec4 lo, uvec4 hi)
{
    return boxes_overlap(own_box, collider_box(uintBitsToFloat(lo), uintBitsToFloat(hi)));
}

// Keeps the first TREE_KEEP leaves that the leaf's box overlaps; returns how many there are. Every turn stores: in the
// last row when there is no room, and over it in the next turn when the boxes did not overlap.
uint gather(uint rank, uint at)
{
    uint leaves = push.slots, found = 0u;
    while (at != TREE_END)
    {
        uvec4 lo = node[at].lo, hi = node[at].hi;
        bool near = overlaps(lo, hi), leaf = at < leaves;
        keep[min(found, TREE_KEEP) * leaves + rank] = lo.w;
        found += uint(near && leaf);
        at     = near && !leaf ? lo.w : hi.w;
    }
    keep[TREE_KEEP * leaves + rank] = found;
    return found;
}

void walk(uint at)
{
    while (at != TREE_END)
    {
        uvec4 lo = node[at].lo, hi = node[at].hi;
        bool near = overlaps(lo, hi), leaf = at < push.slots;
        if (near && leaf && !is_known(lo.w)) own_pair(lo.w);
        at = near && !leaf ? lo.w : hi.w;
    }
}

// Of those written down, keeps the ones that the filters let through, and how each is named with this one.
void choose(uint rank, uint found)
{
    uint leaves = push.slots, kept = 0u;
    for (uint k = 0u; k < found; ++k)
    {
        uint j              = keep[k * leaves + rank];
        collider_meet other = meet[j];
        bool swapped        = pair_of(own_slot, own_meet, j, other).a == j;
        keep[kept * leaves + rank] = j | (swapped ? TREE_SWAPPED : 0u);
        kept += uint(meets(own_meet, other) && !is_known(j));
    }
    keep[TREE_KEEP * leaves + rank] = kept;
    own_found = kept;
}

void write_kept(uint rank, uint found)
{
    uint leaves = push.slots;
    for (uint k = 0u; k < found; ++k)
    {
        uint word    = keep[k * leaves + rank], j = word & ~TREE_SWAPPED;
        bool swapped = word != j;
        own_write(collider_pair(swapped ? j : own_slot, swapped ? own_slot : j));
    }
}

void unbounded_pairs()
{
    bool known = push.was != 0u && own_was.lo.x <= own_was.hi.x;
    for (uint k = 0u; k < params.unbounded; ++k)
    {
        uint j = params.unbounded_slot[k / 4u][k % 4u];
        if (box_reaches_plane(own_box, pose[j]) && !(known && box_reaches_plane(own_was, pose[j]))) own_pair(j);
    }
}

void main()
{
    uint rank = thread_index();
    if (rank >= push.slots) return;
    own_begin(node[rank].lo.w);
    own_was = was_box(own_slot);
    if (own_bounded())
    {
        uint next  = node[rank].hi.w;
        uint found = WRITES == 0u ? gather(rank, next) : keep[TREE_KEEP * push.slots + rank];
        if (found > TREE_KEEP) walk(next);
        else if (WRITES == 0u) choose(rank, found);
        else write_kept(rank, found);
        unbounded_pairs();
    }
    own_end();
}
