// The pairs of a collider at home, by labels: with colliders at home behind it, and with phantoms, which come last in a
// run.
#ifndef MAS_CELLS_LABELS_GLSL
#define MAS_CELLS_LABELS_GLSL

#include "list.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"
#include "collision/cells_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
#include "collision/own.glsl"
layout(std430, binding = 7) buffer Home { cells_home home[]; };
layout(std430, binding = 8) readonly buffer Entry { uint entry[]; };

// A pair of which each touches the other's home is met in both; then the home with the lower label has it. The other's
// home has the label of this cell but for the axes along which it stepped here: none, if it is at home.
void test_candidate(uint word, uint label, uint touched)
{
    uint other_label = label ^ (word >> CELLS_STEP_SHIFT);
    if (other_label < label && (touched >> other_label & 1u) != 0u) return;
    uint j = word & CELLS_SLOT_MASK;
    if (boxes_overlap(own_box, box[j])) own_pair(j);
}

// The first walk keeps what it found, a bit per candidate, when there is room.
void test_candidates(uint i, uint next, uint end, uint control, bool keeps)
{
    uint label = control & 7u, touched = control >> 3u;
    uint hits = 0u;
    for (uint t = next; t < end; ++t)
    {
        uint n      = t - next;
        uint before = own_found;
        test_candidate(entry[t], label, touched);
        hits = ((n & 31u) == 0u ? 0u : hits) | ((own_found - before) << (n & 31u));
        if (keeps && ((n & 31u) == 31u || t + 1u == end)) home[i].hit[n >> 5u] = hits;
    }
}

void write_hits(uint i, uint next, uint end)
{
    for (uint n = 0u; n < end - next; n += 32u)
    {
        uint hits = home[i].hit[n >> 5u];
        while (hits != 0u)
        {
            own_pair(entry[(next + n) + uint(findLSB(hits))] & CELLS_SLOT_MASK);
            hits &= hits - 1u;
        }
    }
}

void find_pairs(uint i)
{
    own_begin(i);
    if (own_bounded())
    {
        uint next = home[i].next, end = home[i].end;
        bool room = end - next <= CELLS_HITS;
        if (WRITES != 0u && room) write_hits(i, next, end);
        else test_candidates(i, next, end, home[i].control, WRITES == 0u && room);
        own_unbounded();
    }
    own_end();
}

#endif
