// Eight lanes of a CPU walk candidates together (search_together.comp): each fetches one of eight, shuffles show it to
// all. Expects the buffers start, sorted_position and neighbour, and full subgroups of eight.
#ifndef MAS_TEAM_GLSL
#define MAS_TEAM_GLSL

const float FAR = 1.0e18; // m: nobody's neighbour

// What the kernel reads once: in a loop each would be a load per lane.
uvec4 key_stride; // params.key
uint  only_layer;
float reach_squared;
uint  row_step; // from an entry of a list to the next
uint  last;     // the entry behind the list's end, which takes what does not fit and what is no hit

uint lane, self; // self: the lane's place
vec3 x;
uint found; // neighbours
uint entry; // where the next is stored

uint team_max(uint n)
{
    n = max(n, subgroupShuffleXor(n, 1u));
    n = max(n, subgroupShuffleXor(n, 2u));
    return max(n, subgroupShuffleXor(n, 4u));
}

// Number of the lowest bit, by the exponent of its float: Mesa's findLSB is long. 0x80000000 has the same exponent.
uint lowest_bit(uint bits)
{
    return (floatBitsToUint(float(int(bits & (~bits + 1u)))) >> 23 & 255u) - 127u;
}

// Of a row of cells: first place, end, and the end of what goes on at the table's start, or 0. wide: keys after the
// first.
uvec3 find_row(ivec3 first, uint wide)
{
    uint key = grid_key(first, only_layer, key_stride), end = key + wide, rest = 0u;
    if (end > key_stride.w) rest = start[end - key_stride.w];
    return uvec3(start[key], start[min(end, key_stride.w) + 1u], rest);
}

// A bit for each of eight candidates that is near.
uint look(uint base, uint end)
{
    uint j     = base + lane;
    vec3 other = sorted_position[min(j, end - 1u)].xyz;
    other.x    = j < end ? other.x : FAR;
    uint hits  = 0u;
#define LOOK(k)                                                 \
    {                                                           \
        vec3 d = subgroupShuffle(other, k) - x;                 \
        hits |= exact_dot(d, d) < reach_squared ? 1u << k : 0u; \
    }
    LOOK(0u) LOOK(1u) LOOK(2u) LOOK(3u) LOOK(4u) LOOK(5u) LOOK(6u) LOOK(7u)
#undef LOOK
    return hits;
}

void keep(uint place, bool near)
{
    neighbour[entry] = place;
    entry            = min(entry + (near ? row_step : 0u), last);
}

// Candidates [first, end) for the lanes in the team, all lanes present. Stores as often as the lane with most hits
// needs, in every lane: a branch that lanes disagree on costs more.
void walk_together(uint first, uint end, bool mine)
{
    for (uint base = first; base < end; base += 32u)
    {
        uint hits = 0u;
        for (uint b = 0u; b < 32u && base + b < end; b += 8u) hits |= look(base + b, end) << b;
        hits &= self - base < 32u ? ~(1u << (self - base)) : ~0u;
        hits      = mine ? hits : 0u;
        uint most = uint(bitCount(hits));
        found += most;
        most = team_max(most);
        for (uint k = 0u; k < most; k += 2u) // two at a time: less loop
        {
            keep(base + lowest_bit(hits), hits != 0u);
            hits &= hits - 1u;
            keep(base + lowest_bit(hits), hits != 0u);
            hits &= hits - 1u;
        }
    }
}

void walk_alone(uint first, uint end)
{
    for (uint j = first; j < end; ++j)
    {
        vec3 d    = sorted_position[j].xyz - x;
        bool near = exact_dot(d, d) < reach_squared && j != self;
        keep(j, near);
        found += uint(near);
    }
}

#endif
