// Pairs of boxes and hulls for the tests of the narrow phase: placements of all kinds, the way to the device and back,
// and the truth about two polyhedra in double precision, which shares nothing with kernels or twins.
#ifndef MAS_TEST_NARROW_PAIRS_H
#define MAS_TEST_NARROW_PAIRS_H

#include "colliders.h"
#include "hulls.h"

typedef enum test_placing
{
    PLACE_RANDOM,   // turned anyhow, from a fifth of their size inside each other to apart
    PLACE_PARALLEL, // nearly, or exactly, aligned; stacked
    PLACE_CROSSED,  // edge upon edge
    PLACE_DEEP,     // centres close to each other, or the same
    PLACE_FAR,      // random, 1e4 m from the origin
    PLACE_DECADES,  // sizes of 1e-3 to 1e3 m, both alike
    PLACE_MIXED,    // sizes of 1e-3 to 1e3 m, each its own
    PLACE_THIN,     // plates and needles, 100 to 1
    PLACE_ODD,      // no size at all, one axis without size, twins in one place
    PLACINGS
} test_placing;

typedef struct test_narrow
{
    test_colliders device;
    mas_span index, list, manifold;
    oracle_colliders c;
    uint32_t pairs;
    collider_pair* pair;
    manifold* result;
} test_narrow;

// Pair p is of colliders 2 p and 2 p + 1; one hull for each of them.
void test_plan_narrow(test_gpu*, test_narrow*, uint32_t pairs);
void test_destroy_narrow(test_narrow*);
// kind_a, kind_b: COLLIDER_BOX or COLLIDER_HULL.
void test_place(test_narrow*, uint32_t pair, test_placing, uint32_t kind_a, uint32_t kind_b, uint64_t* seed);
// The first n pairs in a shuffled list.
void test_upload_narrow(test_gpu*, test_narrow*, uint32_t n);
// Downloads, and compares all pairs with the twin, bit for bit; untouched ones behind the first n too.
void test_expect_manifolds(test_gpu*, test_narrow*, uint32_t n,
                           manifold (*twin)(const oracle_colliders*, collider_pair));

// Moves the second of each pair by 1e-4 m and turns it by 1e-4.
void test_nudge(test_narrow*, uint32_t n);
// How many points of n manifolds before are there after, by their ids; at least half as many points as pairs.
double test_share_of_ids(const manifold* before, const manifold* after, uint32_t n);

typedef struct test_truth
{
    double separation; // m: the distance, or minus the least way that parts them
    double normal[3];  // of that way, from a to b, when they overlap
    bool tie;          // another way, more than two degrees off, is longer by less than 2e-3 of the size
    double size;       // m: of the largest extents of both, the smaller
} test_truth;

test_truth test_find_truth(const oracle_colliders*, collider_pair);
// Depth, normal and false contacts of a result against the truth, as issue 15 wants them.
void test_expect_truth(const oracle_colliders*, collider_pair, const manifold*);

#endif
