// Eight lanes go through the list of a team (team_list.glsl): each fetches one entry of a row, shuffles show it to all,
// and four pairs are computed at once, one after the other: arithmetic then seldom waits for itself. Everybody
// computes all pairs and leaves out those that are not its own: 135 for 53 in a liquid at rest, which takes less than
// to fetch 53. Expects subgroups of eight lanes, all of them present.
#ifndef MAS_TEAM_SHOW_GLSL
#define MAS_TEAM_SHOW_GLSL

#include "exact.glsl"
#include "particle/team_list.glsl"

uint team_max(uint n)
{
    n = max(n, subgroupShuffleXor(n, 1u));
    n = max(n, subgroupShuffleXor(n, 2u));
    return max(n, subgroupShuffleXor(n, 4u));
}

// What four lanes have fetched, from lane n on.
vec4 team_show(float mine, uint n)
{
    return vec4(subgroupShuffle(mine, n), subgroupShuffle(mine, n + 1u), subgroupShuffle(mine, n + 2u),
                subgroupShuffle(mine, n + 3u));
}

bvec4 team_own(uint entry, uint n) // which of the four are the lane's own neighbours
{
    return notEqual(uvec4(entry) & uvec4(1u << n, 2u << n, 4u << n, 8u << n), uvec4(0u));
}

// Sums in the list's order. A sum that begins with 0 or more is never -0, so to add 0 leaves it as it is.
float team_add(float sum, vec4 four, bvec4 own)
{
    sum = sum + (own.x ? four.x : 0.0);
    sum = sum + (own.y ? four.y : 0.0);
    sum = sum + (own.z ? four.z : 0.0);
    return sum + (own.w ? four.w : 0.0);
}

struct team_four // pairs: of a lane and four others
{
    vec4 x, y, z; // m, from them to the lane
    vec4 squared;
};

team_four team_meet(vec3 me, vec3 other, uint n)
{
    vec4 x = me.x - team_show(other.x, n), y = me.y - team_show(other.y, n), z = me.z - team_show(other.z, n);
    return team_four(x, y, z, ((x * x) + (y * y)) + (z * z));
}

// Larger than TEAM_ODD if one of its own is where exact_rsqrt is not exact_rsqrt_core: too near, too far, no number.
const uint TEAM_ODD = EXACT_TWO_P100 - EXACT_TWO_M100;
uint team_odd(uint odd, vec4 squared, bvec4 own)
{
    uvec4 outside = floatBitsToUint(squared) - EXACT_TWO_M100;
    odd           = own.x ? max(odd, outside.x) : odd;
    odd           = own.y ? max(odd, outside.y) : odd;
    odd           = own.z ? max(odd, outside.z) : odd;
    return own.w ? max(odd, outside.w) : odd;
}

#endif
