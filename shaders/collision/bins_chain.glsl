// The pairs of the last step that have lost their place, chained by hash. The order in a chain is arbitrary. Each pair
// is there once, so a search finds the same one in any order. The kernel binds pair, record, link and old.
#ifndef MAS_BINS_CHAIN_GLSL
#define MAS_BINS_CHAIN_GLSL

#include "collision/cache.glsl"

// Whether pair i of the last step has, and is chained. now: pairs of this step.
bool chain_pair(uint i, uint now, uint chains)
{
    uint a = record[i].a, b = record[i].b;
    if (i < now && pair[i].a == a && pair[i].b == b) return false;
    link[chains + i] = atomicExchange(link[pair_hash(a, b) & (chains - 1u)], i);
    return true;
}

#endif
