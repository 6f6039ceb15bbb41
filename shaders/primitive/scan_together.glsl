// A scan of a short list in one dispatch, where a group is one subgroup of a CPU, eight lanes that go in step: there a
// second dispatch costs more than the second thread brings. The first group does it all, 32 entries a turn:
//     entries:   [ lane 0 | lane 1 | ... | lane 7 ][ lane 0 | ...     four each
// Sums to another array, or in place of the values when SCAN_IN_PLACE is defined: two kernels, as in scan_values.glsl.
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "list.glsl"
#include "scan_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) writeonly buffer Total { uint total; };
// Twice the same bytes: whole turns go in fours, what is left one by one, so that no entry is touched through both.
#ifdef SCAN_IN_PLACE
layout(std430, binding = 2) buffer Values { uint values[]; };
layout(std430, binding = 3) buffer ValueQuads { words4 value_quads[]; };
#define sums values
#define sum_quads value_quads
#else
layout(std430, binding = 2) readonly buffer Values { uint values[]; };
layout(std430, binding = 3) readonly buffer ValueQuads { words4 value_quads[]; };
layout(std430, binding = 4) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 5) writeonly buffer SumQuads { words4 sum_quads[]; };
#endif

uint lane;        // number in the subgroup
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

void main()
{
    if (group_index() != 0u) return;
    lane       = subgroupBallotExclusiveBitCount(subgroupBallot(true));
    uint count = list.count, i = 0u;
    for (; i + 4u * SCAN_TEAM <= count; i += 4u * SCAN_TEAM)
    {
        uint  q      = i / 4u + lane;
        uvec4 v      = from_words(value_quads[q]);
        uint  sum    = take(v.x + v.y + v.z + v.w);
        sum_quads[q] = to_words(uvec4(sum, sum + v.x, sum + v.x + v.y, sum + v.x + v.y + v.z));
    }
    for (; i < count; i += SCAN_TEAM)
    {
        bool has = i + lane < count;
        uint sum = take(has ? values[i + lane] : 0u);
        if (has) sums[i + lane] = sum;
    }
    if (lane == 0u) total = before;
}
