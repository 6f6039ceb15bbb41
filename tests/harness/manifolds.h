// For the tests of what lies between pairs and contacts: scenes of colliders that barely move, pairs in any order,
// made-up manifolds in place of the narrow kernels', and the comparison of all that is kept from step to step.
#ifndef MAS_TEST_MANIFOLDS_H
#define MAS_TEST_MANIFOLDS_H

#include "colliders.h"
#include "collision/contacts.h"
#include "collision/match.h"
#include "oracle/bins.h"

typedef struct test_manifolds
{
    test_colliders colliders;
    mas_cache cache;
    mas_bins bins;
    mas_match match;
    mas_contacts contacts;
    // Twins.
    oracle_colliders c;
    oracle_cache known;
    collider_pair* pair;
    uint32_t pairs; // that wanted in
    bool kept;      // they are those of the last step; false unless a test says so
} test_manifolds;

void test_plan_manifolds(test_gpu*, test_manifolds*, uint32_t colliders, uint32_t pairs, uint32_t contacts);
void test_create_manifolds(test_gpu*, test_manifolds*); // after test_allocate
void test_destroy_manifolds(test_manifolds*);

// n colliders of all kinds, some of them planes, with radii over three decades, standing and turned anyhow.
void test_scatter_colliders(test_manifolds*, uint32_t n, uint64_t seed);
// Moves each collider by about the tolerance of recycling, some by far less, some by far more.
void test_nudge_colliders(test_manifolds*, uint64_t seed);
// Up to count different pairs of the first n colliders, in a random order; count at most what the capacity holds.
void test_draw_pairs(test_manifolds*, uint32_t count, uint64_t seed);
// What a narrow kernel could have found: anything. Impulses are not 0: who does not clear them is seen.
manifold test_make_up_manifold(const oracle_colliders*, collider_pair, uint64_t seed);
// The last step: a record and a manifold for each pair, found at the present poses.
void test_remember_pairs(test_manifolds*, uint64_t seed);

void test_upload_manifolds(test_gpu*, const test_manifolds*); // colliders, pairs, what is kept of them
void test_upload_pairs(test_gpu*, const test_manifolds*);     // colliders and pairs only
// Plays the narrow kernels: manifolds for all pairs in a list, on the device and for the twin.
void test_detect(test_gpu*, test_manifolds*, uint64_t seed);

// Lists of pairs to detect, and each pair's past.
void test_expect_bins(test_gpu*, const test_manifolds*);
// Count, records and manifolds, bit for bit; recycled ones only, or all.
void test_expect_cache(test_gpu*, const test_manifolds*, bool all);

#endif
