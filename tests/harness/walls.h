// Particles and shapes for the tests of what a liquid finds around it, without a grid: places are given as they are.
#ifndef MAS_TEST_WALLS_H
#define MAS_TEST_WALLS_H

#include "bodies.h"
#include "convex.h"
#include "hulls.h"
#include "liquid/boundary.h"
#include "oracle/exact.h"
#include "oracle/liquid.h"

typedef struct test_walls
{
    mas_particles particles;
    mas_liquid liquid;
    mas_colliders colliders;
    mas_boundary stage;
    mas_span states, list;
    // The twin of it.
    oracle_particles places;
    oracle_liquid twin;
    hull_data hull[TEST_HULLS]; // one of each
} test_walls;

// A fresh arena, and twins in which nothing is.
void test_make_walls(test_gpu*, test_walls*, uint32_t capacity, uint32_t colliders, bool hulls);
void test_destroy_walls(test_walls*);

// A shape of a kind, with flags, that rests. Its size is of the order given.
collider_state test_random_shape(const test_walls*, uint32_t kind, float size, uint64_t* seed);
void test_move_shape(collider_state*, float substep, float speed, float spin, uint64_t* seed); // at most so fast
// Place and slot i: where it will be and the velocity that leads there.
void test_set_place(test_walls*, uint32_t i, uint32_t liquid, oracle_vec3 x, oracle_vec3 v);

// Uploads the twin, runs one part of a substep on the device, and fetches walls and their counts; the twin keeps its
// own until test_expect_walls has compared them, bit for bit.
void test_run_walls(test_gpu*, const test_walls*, uint32_t part, bool drains);
void test_fetch_walls(test_gpu*, test_walls*); // into the twin
void test_expect_walls(test_gpu*, const test_walls*);

// A solid shape in double precision, seen from its position, after it has moved on for a time from its pose.
test_convex test_solid(const test_walls*, const collider_state*, double time);

#endif
