#include "collision/narrow_box.h"
#include "narrow_pairs.h"
#include "oracle/narrow_box.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <string.h>

enum
{
    PAIRS = 3000,
};

static void plan(test_gpu* gpu, test_narrow* t, mas_narrow_box* s, uint32_t pairs)
{
    test_plan_narrow(gpu, t, pairs);
    mas_narrow_box_plan(s, &gpu->arena, pairs);
    test_allocate(gpu);
    test_try(mas_narrow_box_create(s, &gpu->kernels, &t->device.array, t->device.pairs.pair, t->index, t->list,
                                   t->manifold));
}

static void run(test_gpu* gpu, test_narrow* t, const mas_narrow_box* s, uint32_t n)
{
    test_upload_narrow(gpu, t, n);
    mas_narrow_box_record(s, test_record(gpu));
    test_submit(gpu);
    test_expect_manifolds(gpu, t, n, oracle_narrow_box);
}

// proves: 002-52. Red when a kernel and its twin differ in a bit, when a result depends on the order of the lists or
// the size of groups, or when odd input gives what is no number.
static MunitResult matches_the_twin(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_box box;
    plan(gpu, &t, &box, PAIRS);
    uint64_t seed = 1;
    for (test_placing placing = 0; placing < PLACINGS; ++placing)
    {
        static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257 };
        for (uint32_t p = 0; p < PAIRS; ++p)
            test_place(&t, p, placing, COLLIDER_BOX, COLLIDER_BOX, &seed);
        run(gpu, &t, &box, PAIRS);
        if (placing < MAS_COUNT(size)) run(gpu, &t, &box, size[placing]);
        test_give_ways(&t.c, PAIRS, seed);
        run(gpu, &t, &box, PAIRS);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when depths, normals or distances are not those of the two boxes.
static MunitResult tells_the_truth(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                        = fixture;
    static const test_placing placings[] = { PLACE_RANDOM, PLACE_PARALLEL, PLACE_CROSSED,
                                             PLACE_FAR,    PLACE_DECADES,  PLACE_THIN };
    const uint32_t each                  = test_is_lavapipe25() ? 2000 : 200;
    test_narrow t;
    mas_narrow_box box;
    plan(gpu, &t, &box, each);
    uint64_t seed = 2;
    for (size_t k = 0; k < MAS_COUNT(placings); ++k)
    {
        uint32_t touching = 0;
        for (uint32_t p = 0; p < each; ++p)
            test_place(&t, p, placings[k], COLLIDER_BOX, COLLIDER_BOX, &seed);
        run(gpu, &t, &box, each);
        for (uint32_t p = 0; p < each; ++p)
        {
            touching += t.result[p].flags & MANIFOLD_TOUCHES;
            test_expect_truth(&t.c, t.pair[p], &t.result[p]);
        }
        munit_assert_uint32(touching, >, each / 8);
        munit_assert_uint32(touching, <, each);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

static void put(test_narrow* t, uint32_t slot, mas_vec4 half, mas_vec4 at, mas_vec4 rotation)
{
    t->c.data[slot] = (collider_data){ .size = half, .kind = COLLIDER_BOX, .body = slot };
    t->c.pose[slot] = (collider_pose){ .position = at, .rotation = rotation };
}

// Does the hull of a manifold's points, seen from above, hold the point (x, z)?
static bool holds(const manifold* m, double x, double z, double slack)
{
    for (uint32_t i = 0; i < m->count; ++i)
        for (uint32_t j = 0; j < m->count; ++j)
        {
            const double ex = m->point[j].x - m->point[i].x, ez = m->point[j].z - m->point[i].z, l = hypot(ex, ez);
            double most = -INFINITY; // all points on one side of this line: is (x, z) there too?
            for (uint32_t k = 0; k < m->count; ++k)
                most = fmax(most, ex * (m->point[k].z - m->point[i].z) - ez * (m->point[k].x - m->point[i].x));
            if (i != j && most <= slack * l && ex * (z - m->point[i].z) - ez * (x - m->point[i].x) > slack * l)
                return false;
        }
    return true;
}

// A cube on another, turned at random and tilted by at most a degree: faces meet, also where two of their edges cross
// and overlap least. Red when such a pair gets that one point.
static MunitResult nearly_flat_is_flat(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        CUBES = 256
    };
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_box box;
    plan(gpu, &t, &box, CUBES);
    uint64_t seed              = 7;
    static const mas_vec4 half = { 0.5f, 0.5f, 0.5f, 0.0f }, identity = { 0.0f, 0.0f, 0.0f, 1.0f };
    for (uint32_t p = 0; p < CUBES; ++p)
    {
        const mas_vec4 at = test_uniform4(&seed, -0.5f, 0.5f), tilt = test_uniform4(&seed, -0.006f, 0.006f);
        const mas_vec4 turn = oracle_quaternion_about_y(test_uniform(&seed, -0.8f, 0.8f));
        const mas_vec4 lean = oracle_quaternion_normalize((mas_vec4){ tilt.x, 0.0f, tilt.z, 1.0f });
        t.pair[p]           = (collider_pair){ 2 * p, 2 * p + 1 };
        put(&t, 2 * p, half, (mas_vec4){ 0 }, identity);
        put(&t, 2 * p + 1, half, (mas_vec4){ at.x, 0.995f, at.z, 0.0f }, oracle_quaternion_multiply(lean, turn));
    }
    run(gpu, &t, &box, CUBES);
    for (uint32_t p = 0; p < CUBES; ++p)
    {
        const manifold* m = &t.result[p];
        if (m->count < 3) munit_errorf("pair %u: %u points, first is %08x", p, m->count, m->feature.x);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when a resting cube lacks a corner of support, or its separations are wrong.
static MunitResult rests_on_four_points(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_box box;
    plan(gpu, &t, &box, 64);
    uint64_t seed                  = 3;
    static const mas_vec4 identity = { 0.0f, 0.0f, 0.0f, 1.0f }, half = { 0.5f, 0.5f, 0.5f, 0.0f };
    for (uint32_t p = 0; p < 64; ++p)
    {
        const float x = p % 4 == 0 ? 0.0f : test_uniform(&seed, -0.8f, 0.8f), y = test_uniform(&seed, 0.98f, 1.01f);
        const float z     = p % 4 == 1 ? 0.0f : test_uniform(&seed, -0.8f, 0.8f);
        const bool eighth = p >= 48; // an eighth of a turn: eight corners
        t.pair[p]         = (collider_pair){ 2 * p, 2 * p + 1 };
        put(&t, 2 * p, half, (mas_vec4){ 1.0f, 2.0f, 3.0f, 0.0f }, identity);
        put(&t, 2 * p + 1, half, (mas_vec4){ 1.0f + (eighth ? 0.0f : x), 2.0f + y, 3.0f + (eighth ? 0.0f : z), 0.0f },
            eighth ? oracle_quaternion_about_y(0.785398163f) : identity);
    }
    run(gpu, &t, &box, 64);
    for (uint32_t p = 0; p < 64; ++p)
    {
        const manifold* m = &t.result[p];
        const mas_vec4 a = t.c.pose[2 * p].position, b = t.c.pose[2 * p + 1].position;
        const double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z;
        munit_assert_uint32(m->count, ==, 4);
        munit_assert_double_equal(m->normal.y, 1.0, 6);
        for (uint32_t k = 0; k < 4; ++k)
        {
            munit_assert_double(fabs(m->point[k].w - (y - 1.0)), <, 1e-4);
            munit_assert_double(fabs(m->point[k].y - 0.5 * y), <, 1e-4);
        }
        for (uint32_t k = 0; k < 4 && p < 48; ++k) // corners of the overlap
        {
            const double cx = k % 2 == 0 ? fmax(-0.5, x - 0.5) : fmin(0.5, x + 0.5);
            const double cz = k / 2 == 0 ? fmax(-0.5, z - 0.5) : fmin(0.5, z + 0.5);
            munit_assert_true(holds(m, cx, cz, 1e-3));
        }
        for (uint32_t k = 0; k < 4 && p >= 48;
             ++k) // a square with half of the octagon's corners, 0.541 from the middle
            munit_assert_true(hypot(m->point[k].x, m->point[k].z) > 0.54 &&
                              holds(m, 0.0, 0.38 * (k < 2 ? 1 : -1), 0.0));
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when a small motion gives the same points other names.
static MunitResult keeps_ids(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_box box;
    plan(gpu, &t, &box, 500);
    uint64_t seed = 4;
    for (uint32_t p = 0; p < 500; ++p)
        test_place(&t, p, p % 2 == 0 ? PLACE_PARALLEL : PLACE_RANDOM, COLLIDER_BOX, COLLIDER_BOX, &seed);
    run(gpu, &t, &box, 500);
    manifold before[500];
    memcpy(before, t.result, sizeof before);
    test_nudge(&t, 500);
    run(gpu, &t, &box, 500);
    munit_assert_double(test_share_of_ids(before, t.result, 500), >,
                        0.97); // some just pass from one feature to the next
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-the-twin", matches_the_twin, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/tells-the-truth", tells_the_truth, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/nearly-flat-is-flat", nearly_flat_is_flat, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/rests-on-four-points", rests_on_four_points, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/keeps-ids", keeps_ids, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_narrow_box_suite = { "/narrow_box", tests, NULL, 1, 0 };
