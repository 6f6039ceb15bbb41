// The second dispatch of a scan by teams: sums to another array, or in place of the values when SCAN_IN_PLACE is defined
// (two kernels, as in scan_values.glsl). A short list has this dispatch only, and its first team does all the work.
#include "scan_together.glsl"

layout(constant_id = 1) const uint ALONE = 0u; // 1: there is one team and nothing before it

layout(std430, binding = 1) readonly buffer BlockSum { uvec4 block_sum[]; }; // SCAN_PILE_STRIDE per pile
layout(std430, binding = 2) writeonly buffer Total { uint total; };
#ifdef SCAN_IN_PLACE
layout(std430, binding = 3) buffer Values { uint values[]; };
layout(std430, binding = 4) buffer ValuesAgain { words8 value_eights[]; }; // the same bytes
#define sums values
#define sum_eights value_eights
#else
layout(std430, binding = 3) readonly buffer Values { uint values[]; };
layout(std430, binding = 4) readonly buffer ValuesAgain { words8 value_eights[]; };
layout(std430, binding = 5) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 6) writeonly buffer SumsAgain { words8 sum_eights[]; };
#endif

uint before = 0u; // sum of all turns before

// The sum of all before this lane, which brings n.
uint take(uint n)
{
    uint all = n, sum = before;
    for (uint k = 1u; k < SCAN_TEAM; k *= 2u)
    {
        uint other = subgroupShuffleXor(all, k);
        sum += (lane & k) != 0u ? other : 0u;
        all += other;
    }
    before += all;
    return sum;
}

// The sums before each of eight values, of which the first has sum before it. Leaves the sum before the next.
words8 sums_of(words8 w, inout uint sum)
{
    uvec4 v = first_words(w), s = sum + uvec4(0u, v.x, v.x + v.y, v.x + v.y + v.z);
    uvec4 u = last_words(w), t = s.w + v.w + uvec4(0u, u.x, u.x + u.y, u.x + u.y + u.z);
    sum     = t.w + u.w;
    return to_words8(s, t);
}

// The sum of all blocks before, whose sums the lanes share.
uint blocks_before(uint block)
{
    const uint stride = SCAN_PILE_STRIDE / 4u;
    uint pile = block / SCAN_PILE, sum = 0u;
    for (uint k = lane; k < pile; k += SCAN_TEAM) sum += block_sum[k * stride].x;
    for (uint k = 4u * lane; k < block % SCAN_PILE; k += 4u * SCAN_TEAM)
    {
        uvec4 four = block_sum[pile * stride + 1u + k / 4u];
        sum += add_up(mix(uvec4(0u), four, lessThan(k + uvec4(0u, 1u, 2u, 3u), uvec4(block % SCAN_PILE))));
    }
    return team_sum(sum);
}

void main()
{
    uint block = group_index(), count = list.count, i = block * LIST_BLOCK;
    if (i >= count || ALONE * block != 0u) return;
    lane     = subgroupBallotExclusiveBitCount(subgroupBallot(true));
    uint end = ALONE != 0u ? count : min(i + LIST_BLOCK, count);
    if (ALONE == 0u) before = blocks_before(block);
    for (; i + TURN <= end; i += TURN)
    {
        uint   k          = i / 8u + 2u * lane;
        words8 v          = value_eights[k], w = value_eights[k + 1u];
        uint   sum        = take(add_up(v) + add_up(w));
        sum_eights[k]      = sums_of(v, sum);
        sum_eights[k + 1u] = sums_of(w, sum);
    }
    for (; i < end; i += SCAN_TEAM)
    {
        bool has = i + lane < end;
        uint sum = take(has ? values[i + lane] : 0u);
        if (has) sums[i + lane] = sum;
    }
    if (end == count && lane == 0u) total = before;
}
