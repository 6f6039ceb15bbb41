// Reported pairs, chained by hash of their colliders. Each counts as ended until this step's pair is found. Chains are
// in arbitrary order; each pair of colliders is there once, so a search finds the same place in any order.
#ifndef MAS_TOUCH_LINK_GLSL
#define MAS_TOUCH_LINK_GLSL

#include "list.glsl"
#include "collision/cache.glsl"
#include "rigid/touch_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(push_constant) uniform Push { touch_push push; };
layout(std430, binding = 0) readonly buffer Pairs { list_header pairs; };
layout(std430, binding = 1) readonly buffer Used { uint used; };
layout(std430, binding = 2) readonly buffer Open { touch_record open[]; };
layout(std430, binding = 3) buffer Link { uint link[]; }; // first of each hash, then next of each place
layout(std430, binding = 4) buffer Work
{
    touch_counters counters;
    touch_list     flags;  // header of flag
    uint           flag[]; // rows: ended, free to take; then by pair: begins, hits
};
#endif

// Header of the flags, and what is counted; one thread.
void begin_touch()
{
    uint n = min(used, push.capacity), all = 2u * (n + pairs.count);
    flags.list     = list_complete(all, all);
    counters.pairs = pairs.count;
    counters.used  = n;
}

// A place below n, the number in use.
void chain_told(uint i, uint n)
{
    bool told   = open[i].kind != 0u;
    flag[i]     = uint(told);
    flag[n + i] = 1u;
    if (!told) return;
    uint a = open[i].a.collider, b = open[i].b.collider;
    uint head = pair_hash(min(a, b), max(a, b)) & push.mask;
    link[push.mask + 1u + i] = atomicExchange(link[head], i);
    atomicAdd(counters.open, 1u);
}

#endif
