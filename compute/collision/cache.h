// What is kept of pairs from step to step, by pair: a step writes over what the last one left. If the pairs are those
// of the last step, most of it stays as it is; else it is put aside first, and each pair finds its own. Manifolds have
// the solver's impulses in place when the next step looks for them.
#ifndef MAS_CACHE_H
#define MAS_CACHE_H

#include "collision.h"
#include "collision/cache_shared.h"

typedef struct mas_cache
{
    mas_span count;    // uint: pairs
    mas_span record;   // pair_cache, by pair
    mas_span manifold; // manifold, by pair
    // Of this step.
    mas_span old;      // pair_old by number in the last step: of those that were put aside
    mas_span past;     // uint by pair, PAST_*
    mas_span counters; // contact_counters
    uint32_t capacity; // pairs
} mas_cache;

static inline mas_cache mas_cache_plan(mas_arena* a, uint32_t capacity)
{
    return (mas_cache){
        .capacity = capacity,
        .count    = mas_plan(a, MAS_STATE, "pairs kept", 1, sizeof(uint32_t)),
        .record   = mas_plan(a, MAS_STATE, "pair records", capacity, sizeof(pair_cache)),
        .manifold = mas_plan(a, MAS_STATE, "manifolds", capacity, sizeof(manifold)),
        .old      = mas_plan(a, MAS_SCRATCH, "old pairs", capacity, sizeof(pair_old)),
        .past     = mas_plan(a, MAS_SCRATCH, "pair past", capacity, sizeof(uint32_t)),
        .counters = mas_plan(a, MAS_SCRATCH, "contact counters", 1, sizeof(contact_counters)),
    };
}

#endif
