// Eight lanes go through the list of a team (team_list.glsl). Each lane fetches one entry of a row, and shuffles show it
// to all lanes. The row's eight pairs are computed at once, step by step, so that arithmetic seldom waits for itself. Each
// lane computes all pairs, as if those that are not its own were far away: 135 instead of 53 in a liquid at rest, which
// takes less time than fetching 53. Expects subgroups of eight lanes, all of them present.
#ifndef MAS_TEAM_SHOW_GLSL
#define MAS_TEAM_SHOW_GLSL

#include "exact.glsl"
#include "particle/cpu/team_list.glsl"

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

// A step for both halves of a row. A pair is a chain of 25 operations that wait for each other, and a CPU looks ahead by
// two or three hundred at most. So all eight pairs take one step after the other.
#define EIGHT(step) for (uint h = 0u; h < 2u; ++h) { step }

// Sums in the list's order.
float team_add(float sum, vec4 four)
{
    return (((sum + four.x) + four.y) + four.z) + four.w;
}

struct team_four // pairs: of a lane and four others
{
    vec4 x, y, z; // m, from them to the lane
    vec4 squared; // m^2; of those that are not its own: away
};

// away: so far apart that a pair does nothing: each of its terms is +-0, and a sum that begins with 0 or more is never -0,
// so that it stays as it is. least: bits of the smallest square of its own so far, which are in the order of numbers; the
// minimum of floats is three instructions.
team_four team_meet(vec3 me, vec3 other, uint entry, float away, uint n, inout uint least)
{
    vec4 x = me.x - team_show(other.x, n), y = me.y - team_show(other.y, n), z = me.z - team_show(other.z, n);
    vec4  squared = mix(vec4(away), ((x * x) + (y * y)) + (z * z), team_own(entry, n));
    uvec4 bits    = floatBitsToUint(squared);
    least         = min(least, min(min(bits.x, bits.y), min(bits.z, bits.w)));
    return team_four(x, y, z, squared);
}

// Are these sums right, for all eight lanes? They are not where the two particles of a pair are in one place, nor where a
// particle is so far away that 0 times the distance is no number. Then a kernel adds up again, pair by pair.
bool team_is_plain(uint least, vec3 sum)
{
    return team_max(least >= EXACT_TWO_M100 && exact_is_finite(sum) ? 0u : 1u) == 0u;
}

#endif
