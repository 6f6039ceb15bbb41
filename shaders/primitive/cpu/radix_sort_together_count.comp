#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_null_initializer : require
#include "words.glsl"
#include "radix_sort_together.glsl"

// Eight lanes count the digits of a team's run, each in counters of its own, and add them up.
layout(std430, binding = 2) writeonly buffer Table { uint table[]; }; // [block][digit][column]

uint own[RADIX_SORT_DIGITS] = {};

// All lanes' counts of digits first .. first + 7, one a lane.
uint team_counts(uint first)
{
    uint mine = 0u;
    for (uint k = 0u; k < LANES; ++k)
    {
        uint n = own[first + k];
        n += subgroupShuffleXor(n, 1u);
        n += subgroupShuffleXor(n, 2u);
        n += subgroupShuffleXor(n, 4u);
        mine = lane == k ? n : mine;
    }
    return mine;
}

void main()
{
    if (!team_works()) return;
    uint i = run + 4u * lane;
    for (; i + 4u <= run_end; i += 4u * LANES)
    {
        uvec4 d = quad_digit(quad_read(i / 4u));
        own[d.x] += 1u; // one after the other: the four may be the same
        own[d.y] += 1u;
        own[d.z] += 1u;
        own[d.w] += 1u;
    }
    if (i < run_end)
    {
        uvec4 d = quad_digit(quad_read(i / 4u));
        for (uint k = 0u; i + k < run_end; ++k) own[d[k]] += 1u;
    }

    // The scan reads whole blocks of columns: the last team clears those without a team.
    uint unused = run_end == list.count ? RADIX_SORT_COLUMNS - 1u - column_first % RADIX_SORT_COLUMNS : 0u;
    for (uint d = 0u; d < RADIX_SORT_DIGITS; d += LANES)
    {
        uint at   = column_first + ((d + lane) * RADIX_SORT_COLUMNS);
        table[at] = team_counts(d);
        for (uint k = 1u; k <= unused; ++k) table[at + k] = 0u;
    }
}
