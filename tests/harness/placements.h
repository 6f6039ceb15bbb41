// Pairs of shapes near or in each other, for the tests of the narrow phase. Pair k is colliders 2 k and 2 k + 1.
#ifndef MAS_TEST_PLACEMENTS_H
#define MAS_TEST_PLACEMENTS_H

#include "colliders.h"
#include "hulls.h"

typedef enum test_placement
{
    PLACED_ANYHOW, // any rotation, near the surface
    PLACED_ALONG,  // axes parallel, or turned by a degree at most
    PLACED_FAR,    // anyhow, 1e4 m from the origin
    PLACED_BADLY,  // coincident, of no size, exactly on borders
    TEST_PLACEMENTS
} test_placement;

enum
{
    PLACED_HULLS = 3 * TEST_HULLS, // filled by test_fill_hulls
};

void test_fill_hulls(oracle_colliders*); // the first PLACED_HULLS
// Kinds in the order of a pair. Sizes of about 1 m.
void test_place_pair(oracle_colliders*, uint32_t pair, uint32_t kind_a, uint32_t kind_b, test_placement,
                     uint64_t* seed);

#endif
