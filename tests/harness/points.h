// Points for hulls, and the verification of a hull against them: written from what hull.h promises, in double, from the
// block and the points alone.
#ifndef MAS_TEST_POINTS_H
#define MAS_TEST_POINTS_H

#include "bodies.h"
#include "hull.h"

typedef struct test_points
{
    massa_vec3 at[MASSA_MAX_HULL_POINTS + 1];
    uint32_t count;
} test_points;

void test_point(test_points*, float x, float y, float z);                    // appends one
void test_box_points(test_points*, float x, float y, float z);               // half extents; appends 8
void test_grid_points(test_points*, uint32_t side);                          // side^3 of them, 1 apart
void test_ring(test_points*, uint32_t sides, float radius, float y);         // around the y axis
void test_turn_points(test_points*, mas_vec4 q, float scale, massa_vec3 by); // normalises q

// Solids whose faces are known: tetrahedron to dodecahedron, cylinder, cone, ...; what must come of them: corners,
// faces, edges.
enum
{
    TEST_KNOWN_HULLS = 10
};
void test_known_hull(test_points*, uint32_t which, uint32_t counts[3]);

// Any set of points, usable or not: NaN, huge, flat, clustered, ...
enum
{
    TEST_POINT_KINDS = 20
};
void test_awkward_points(test_points*, uint32_t kind, uint64_t seed);

// mas_hull_build. A hull is verified; of a refusal that it is a sentence with advice, and that nothing was written.
bool test_build_hull(const massa_vec3*, uint32_t count, hull_data*, massa_vec3* offset, char reason[MAS_HULL_REASON]);

// The least distance between parallel planes with all points between them; of at most 11 points.
double test_least_width(const massa_vec3*, uint32_t count);
float test_longest_side(const massa_vec3*, uint32_t count);

#endif
