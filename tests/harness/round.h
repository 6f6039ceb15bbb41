// The stage narrow_round with pairs of all kinds that it knows, for its tests.
#ifndef MAS_TEST_ROUND_H
#define MAS_TEST_ROUND_H

#include "collision/narrow_round.h"
#include "placements.h"

enum
{
    NARROW_PAIRS = 6600, // a multiple of the kinds
    NARROW_KINDS = 11
};

extern const uint32_t test_narrow_kinds[NARROW_KINDS][2];

typedef struct test_narrow
{
    test_colliders t;
    mas_narrow_round stage;
    mas_span index, list, manifold;
    oracle_colliders c;
    collider_pair* pair; // 2 k and 2 k + 1
    uint32_t* index_data;
    manifold *before, *after;
} test_narrow;

void test_narrow_begin(test_gpu*, test_narrow*);
void test_narrow_end(test_narrow*);
// Places all pairs, kinds in turn, or all of one kind.
void test_narrow_place(test_narrow*, test_placement, uint64_t seed);
void test_narrow_place_kind(test_narrow*, uint32_t kind, test_placement, uint64_t seed);
// Uploads before and all else, looks at the first count entries of the index, downloads after.
void test_narrow_run(test_gpu*, test_narrow*, uint32_t count);

#endif
