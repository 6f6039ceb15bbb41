// Distances and depths of convex shapes in double precision, by methods that have nothing in common with the kernels':
// a shape is the hull of a few points, grown by a radius; nothing is known of its faces and edges but what follows from
// the points.
#ifndef MAS_TEST_CONVEX_H
#define MAS_TEST_CONVEX_H

#include "oracle/colliders.h"

enum
{
    CONVEX_POINTS = HULL_MAX_CORNERS
};

typedef struct test_convex
{
    double point[CONVEX_POINTS][3]; // m, from an origin near by, world axes
    uint32_t points;
    double radius; // m
    double size;   // m, of a ball around the shape's centre that holds it
    bool plane;    // point[0] and normal: all below is solid
    double normal[3];
} test_convex;

typedef struct test_gap
{
    double separation; // m, below 0: the least way that parts the shapes
    double normal[3];  // unit, from a to b
    double core;       // m, the same without radii: the normal is well defined well above 0
} test_gap;

// Collider i, seen from the position of collider origin.
test_convex test_convex_of(const oracle_colliders*, uint32_t i, uint32_t origin);
// False when the search for the distance did not end, which is not the shapes' fault.
bool test_find_gap(const test_convex* a, const test_convex* b, test_gap* out);
// Separation along a unit normal from a to b, at most the one of the best normal.
double test_gap_along(const test_convex* a, const test_convex* b, const double normal[3]);
// Distance of a point from the shape's surface, m: below 0 inside.
double test_convex_distance(const test_convex*, const double point[3]);

#endif
