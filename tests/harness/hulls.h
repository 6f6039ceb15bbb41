// Convex polyhedra for the tests of the collision kernels, small enough to be typed in.
#ifndef MAS_TEST_HULLS_H
#define MAS_TEST_HULLS_H

#include "collision/collision_shared.h"

typedef enum test_hull
{
    HULL_CUBE,        // corners at +-1
    HULL_TETRAHEDRON, // every other corner of the cube
    HULL_OCTAHEDRON,  // corners on the axes
    HULL_PRISM,       // three sides around y
    HULL_CYLINDER,    // twelve sides around y, rounded like all of them to floats: faces are plane within 1e-7
    HULL_CONE,        // eight sides, apex up
    HULL_FLAT,        // a rectangle in the xz plane, with an upper and a lower face
    TEST_HULLS
} test_hull;

// The polyhedron stretched along its axes; normals, loops and edges as a builder would make them. x, y, z > 0.
hull_data test_make_hull(test_hull, float x, float y, float z);
mas_vec4 test_hull_half(const hull_data*); // half extents of a box around the origin that holds it; w its radius

// Reading them.
uint32_t test_hull_face_corners(const hull_data*, uint32_t face);                 // how many
uint32_t test_hull_face_corner(const hull_data*, uint32_t face, uint32_t number); // counter-clockwise

#endif
