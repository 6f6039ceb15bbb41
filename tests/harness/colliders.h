// Colliders for the tests of the collision kernels: scenes of boxes of all kinds, the way to the device, and the
// comparison of pairs.
#ifndef MAS_TEST_COLLIDERS_H
#define MAS_TEST_COLLIDERS_H

#include "bodies.h"
#include "collision/collision.h"
#include "oracle/colliders.h"

typedef struct test_colliders
{
    mas_colliders array;
    mas_pairs pairs;
} test_colliders;

typedef enum test_boxes
{
    BOXES_UNIFORM,   // a few partners each
    BOXES_CLUSTERED, // in a few places
    BOXES_GIANT,     // one as large as all together
    BOXES_ALL,       // each overlaps each
    BOXES_NONE,      // nobody overlaps anybody
    BOXES_BORDERS,   // edges on multiples of one length, many that just touch
    BOXES_FAR,       // 1e4 from the origin
    BOXES_DECADES,   // sizes over six decades
    BOXES_SAME,      // all in one place
    BOXES_PLANES,    // uniform, with three planes among them
    BOXES_FILTERED,  // uniform, with all sorts of filters, bodies of several colliders, free slots
    BOXES_SCENES
} test_boxes;

// A fresh arena: colliders, pairs, and whatever the caller plans before test_allocate.
void test_plan_colliders(test_gpu*, test_colliders*, uint32_t colliders, uint32_t hulls, uint32_t pairs);
// Boxes and who meets whom, without bodies or shapes: what a broad phase reads. n at most the capacity.
void test_fill_boxes(oracle_colliders*, test_boxes, uint32_t n, uint64_t seed);
// box, meet, pose and params.
void test_upload_boxes(test_gpu*, const test_colliders*, const oracle_colliders*);
// The pairs on the device as a set, each once, against all pairs of the twin; header, counts and firsts agree with
// them.
void test_expect_pairs(test_gpu*, const test_colliders*, const oracle_colliders*);
// The same when the twin's pairs are known, and sorted.
void test_expect_known_pairs(test_gpu*, const test_colliders*, uint32_t colliders, const oracle_pairs* expected);
// The pairs alone, of a broad phase that has no counts and firsts of all of them.
void test_expect_pair_set(test_gpu*, const test_colliders*, const oracle_pairs* expected);

// Boxes of mixed sizes, planes and filters by arithmetic alone, without functions that another library may round in
// another way: for pinned hashes. n at least 8.
void test_fill_mixed(oracle_colliders*, uint32_t n, uint64_t seed);
// Of the pairs on the device in their order.
uint64_t test_hash_pairs(test_gpu*, const test_colliders*);

// Ways of a step for pairs of colliders 2 k and 2 k + 1, of up to twice their size, and spins. The second of each pair
// is put back by a part of its way, so that it comes where it was; of every fourth nothing moves.
void test_give_ways(oracle_colliders*, uint32_t pairs, uint64_t seed);

#endif
