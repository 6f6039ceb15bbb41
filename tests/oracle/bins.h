// Twin of compute/collision/bins.c and of the arrays in cache.h: what is kept of pairs from step to step.
#ifndef MAS_ORACLE_BINS_H
#define MAS_ORACLE_BINS_H

#include "collision/cache_shared.h"
#include "colliders.h"

typedef struct oracle_cache
{
    uint32_t capacity; // pairs
    uint32_t count;    // of them
    pair_cache* record;
    manifold* contact;
    pair_old* old;  // as the last step left them, by their numbers then
    uint32_t* past; // by pair, PAST_*
    uint32_t* bin;  // by pair, BIN_*; BINS for one that keeps its manifold
    contact_counters counters;
} oracle_cache;

oracle_cache oracle_create_cache(uint32_t capacity); // all zero: nothing is known
void oracle_destroy_cache(oracle_cache*);

uint32_t oracle_bin_of(uint32_t kind_a, uint32_t kind_b);
float oracle_collider_radius(const collider_data*);
// needed pairs wanted in; the first of them, up to the capacity, are pair. kept: they are those of the last step.
void oracle_bins(oracle_cache*, const oracle_colliders*, const collider_pair* pair, uint32_t needed, bool kept);

#endif
