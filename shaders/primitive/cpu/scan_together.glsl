// Shared by the two dispatches of a scan where a group is one subgroup of a CPU, whose eight lanes go in step. A team has
// a block of LIST_BLOCK entries, 128 a turn. No shared memory, barrier or sums of chunks are needed.
//     entries:   [ lane 0 | lane 1 | ... | lane 7 ][ lane 0 | ...     SCAN_LANE_ENTRIES each
// Entries behind the last whole turn go one by one, so that no entry is touched through both of its bindings.
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "list.glsl"
#include "primitive/scan_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };

const uint TURN = SCAN_TEAM * SCAN_LANE_ENTRIES;

uint lane; // number in the subgroup

uint team_sum(uint n)
{
    n += subgroupShuffleXor(n, 1u);
    n += subgroupShuffleXor(n, 2u);
    return n + subgroupShuffleXor(n, 4u);
}

uint add_up(uvec4 v)
{
    return v.x + v.y + v.z + v.w;
}

uint add_up(words8 w)
{
    return add_up(first_words(w) + last_words(w));
}
