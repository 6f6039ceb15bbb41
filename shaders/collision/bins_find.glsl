// Finds a pair among those of the last step: in its place, where nearly all are if the broad phase kept the list in
// order (fat.c), or in the chains. The kernel binds pair, record, link and old.
#ifndef MAS_BINS_FIND_GLSL
#define MAS_BINS_FIND_GLSL

#include "collision/cache.glsl"

// The number of pair i in the last step, or PAST_NONE. Writes the identities of its colliders into its record. then:
// pairs of then.
uint find_past(uint i, uint then, uint chains)
{
    collider_pair p = pair[i];
    if (i < then && record[i].a == p.a && record[i].b == p.b) return i;
    record[i].a = p.a;
    record[i].b = p.b;
    uint at = link[pair_hash(p.a, p.b) & (chains - 1u)];
    while (at != LINK_END)
    {
        if (old[at].record.a == p.a && old[at].record.b == p.b) return at;
        at = link[chains + at];
    }
    return PAST_NONE;
}

#endif
