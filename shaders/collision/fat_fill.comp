// Pairs into their places: new ones, one a thread, into those that became free, in order, and then behind all others.
// If there are more free places than new pairs, the last of the old pairs take what is left of them: run once for new
// pairs, and once for free places.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"

layout(constant_id = 1) const uint MOVES = 0; // 0: new pairs; 1: old pairs
layout(std430, binding = 0) readonly buffer Known { list_header known; };
layout(std430, binding = 1) readonly buffer FreshList { list_header fresh_list; };
layout(std430, binding = 2) readonly buffer Fresh { collider_pair fresh[]; };
layout(std430, binding = 3) readonly buffer PlaceList { list_header place_list; };
layout(std430, binding = 4) readonly buffer Place { uint place[]; }; // free, in order
layout(std430, binding = 5) buffer Pair { collider_pair pair[]; };

// Free places from number first on that are below place limit + the number of those before it, times slope.
uint places_below(uint first, uint limit, uint slope)
{
    uint lo = first, hi = place_list.count;
    while (lo < hi)
    {
        uint middle = (lo + hi) / 2u;
        if (place[middle] < limit + slope * (middle - first)) lo = middle + 1u;
        else hi = middle;
    }
    return lo - first;
}

void main()
{
    uint k = thread_index(), fresh_count = fresh_list.count, free_count = place_list.count;
    if (MOVES == 0u)
    {
        if (k >= fresh_count) return;
        uint at = k < free_count ? place[k] : known.count + (k - free_count);
        if (at < uint(pair.length())) pair[at] = fresh[k];
        return;
    }
    if (k < fresh_count || k >= free_count) return;
    uint end = known.count - (free_count - fresh_count);
    if (place[k] >= end) return;
    // The old pair with as many old ones between it and the end as there are free places before this one.
    uint between = k - fresh_count, beyond = places_below(0u, end, 0u);
    pair[place[k]] = pair[end + between + places_below(beyond, end + between + 1u, 1u)];
}
