// What is kept of pairs from step to step. There are two halves: a step reads what the last one left in one and writes
// the other, so nothing is copied, and the solver's impulses are in place when the next step looks for them. half[n] is
// the one that a step writes whose number has lowest bit n.
#ifndef MAS_CACHE_H
#define MAS_CACHE_H

#include "collision.h"
#include "collision/cache_shared.h"

typedef struct mas_cache_half
{
    mas_span count;    // uint: pairs
    mas_span record;   // pair_cache, by pair
    mas_span manifold; // manifold, by pair
} mas_cache_half;

typedef struct mas_cache
{
    mas_cache_half half[2];
    // Of this step.
    mas_span past;     // uint by pair, PAST_*
    mas_span counters; // contact_counters
    uint32_t capacity; // pairs
} mas_cache;

static inline mas_cache mas_cache_plan(mas_arena* a, uint32_t capacity)
{
    mas_cache c = { .capacity = capacity };
    for (uint32_t i = 0; i < 2; ++i)
    {
        c.half[i].count    = mas_plan(a, MAS_STATE, "pairs kept", 1, sizeof(uint32_t));
        c.half[i].record   = mas_plan(a, MAS_STATE, "pair records", capacity, sizeof(pair_cache));
        c.half[i].manifold = mas_plan(a, MAS_STATE, "manifolds", capacity, sizeof(manifold));
    }
    c.past     = mas_plan(a, MAS_SCRATCH, "pair past", capacity, sizeof(uint32_t));
    c.counters = mas_plan(a, MAS_SCRATCH, "contact counters", 1, sizeof(contact_counters));
    return c;
}

#endif
