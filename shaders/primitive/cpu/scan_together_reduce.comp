#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "scan_together.glsl"

// The sums of blocks and piles of blocks.
layout(std430, binding = 1) buffer BlockSum { uint block_sum[]; }; // SCAN_PILE_STRIDE per pile
layout(std430, binding = 2) readonly buffer Values { uint values[]; };
layout(std430, binding = 3) readonly buffer ValuesAgain { words8 value_eights[]; }; // the same bytes

void main()
{
    uint block = group_index(), i = block * LIST_BLOCK, end = min(i + LIST_BLOCK, list.count), own = 0u;
    if (i >= end) return;
    lane = subgroupBallotExclusiveBitCount(subgroupBallot(true));
    for (; i + TURN <= end; i += TURN)
    {
        uint k = i / 8u + 2u * lane;
        own += add_up(value_eights[k]) + add_up(value_eights[k + 1u]);
    }
    for (; i < end; i += SCAN_TEAM) own += i + lane < end ? values[i + lane] : 0u;

    uint all = team_sum(own), pile = block / SCAN_PILE * SCAN_PILE_STRIDE;
    if (lane != 0u) return;
    block_sum[pile + 4u + block % SCAN_PILE] = all;
    atomicAdd(block_sum[pile], all);
}
