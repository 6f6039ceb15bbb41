// Reported pairs, chained by hash of their colliders. Each counts as ended until this step's pair is found. Chains are
// in arbitrary order; each pair of colliders is there once, so a search finds the same place in any order.
// The kernel binds push, pairs, used, open, link, counters, flags and flag.
#ifndef MAS_TOUCH_LINK_GLSL
#define MAS_TOUCH_LINK_GLSL

#include "list.glsl"
#include "collision/cache.glsl"
#include "rigid/touch_shared.h"

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
