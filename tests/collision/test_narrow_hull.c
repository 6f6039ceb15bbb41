#include "collision/narrow_hull.h"
#include "narrow.h"
#include "oracle/narrow_hull.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <string.h>

enum
{
    PAIRS = 700,
};

static void plan(test_gpu* gpu, test_narrow* t, mas_narrow_hull* s, uint32_t pairs)
{
    test_plan_narrow(gpu, t, pairs);
    mas_narrow_hull_plan(s, &gpu->arena, pairs);
    test_allocate(gpu);
    test_try(mas_narrow_hull_create(s, &gpu->kernels, &t->device.array, t->device.pairs.pair, t->index, t->list,
                                    t->manifold));
}

static void run(test_gpu* gpu, test_narrow* t, const mas_narrow_hull* s, uint32_t n)
{
    test_upload_narrow(gpu, t, n);
    mas_narrow_hull_record(s, test_record(gpu));
    test_submit(gpu);
    test_expect_manifolds(gpu, t, n, oracle_narrow_hull);
}

static void place_all(test_narrow* t, uint32_t n, test_placing placing, uint64_t* seed)
{
    for (uint32_t p = 0; p < n; ++p)
        test_place(t, p, placing, p % 2 == 0 ? COLLIDER_BOX : COLLIDER_HULL, COLLIDER_HULL, seed);
}

// proves: 002-41. Red when a kernel and its twin differ in a bit, when a result depends on the size of groups, or when
// odd input gives what is no number.
static MunitResult matches_the_twin(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, PAIRS);
    uint64_t seed = 1;
    for (test_placing placing = 0; placing < PLACINGS; ++placing)
    {
        static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257 };
        place_all(&t, PAIRS, placing, &seed);
        run(gpu, &t, &hull, PAIRS);
        if (placing < MAS_COUNT(size)) run(gpu, &t, &hull, size[placing]);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when depths, normals or distances are not those of the two shapes.
static MunitResult tells_the_truth(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                        = fixture;
    static const test_placing placings[] = { PLACE_RANDOM, PLACE_PARALLEL, PLACE_CROSSED,
                                             PLACE_FAR,    PLACE_DECADES,  PLACE_THIN };
    const uint32_t each                  = test_is_lavapipe25() ? 3400 : 340; // half of them with a box
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, each);
    uint64_t seed = 2;
    for (size_t k = 0; k < MAS_COUNT(placings); ++k)
    {
        uint32_t touching = 0;
        place_all(&t, each, placings[k], &seed);
        run(gpu, &t, &hull, each);
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

// Red when a hull that stands on a box, or a box on a hull's lid, has not four points far apart at the right depth.
static MunitResult rests_on_four_points(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, 64);
    uint64_t seed = 3;
    for (uint32_t p = 0; p < 64; ++p)
    {
        const test_hull kind = p % 2 == 0 ? HULL_CYLINDER : HULL_CUBE;
        const float side = p % 4 < 2 ? 1.0f : -1.0f, turn = test_uniform(&seed, 0.0f, 3.0f); // above or below the box
        const float y       = side * test_uniform(&seed, 0.98f, 1.01f);
        t.pair[p]           = (collider_pair){ 2 * p, 2 * p + 1 };
        t.c.hull[p]         = test_make_hull(kind, 0.5f, 0.5f, 0.5f);
        t.c.data[2 * p]     = (collider_data){ .size = { 1.0f, 0.5f, 1.0f, 0.0f }, .kind = COLLIDER_BOX };
        t.c.data[2 * p + 1] = (collider_data){ .size = test_hull_half(&t.c.hull[p]), .kind = COLLIDER_HULL, .hull = p };
        t.c.pose[2 * p]     = (collider_pose){ { 1e3f, 5.0f, -1e3f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } };
        t.c.pose[2 * p + 1] =
            (collider_pose){ { 1e3f + 0.125f, 5.0f + y, -1e3f, 0.0f }, oracle_quaternion_about_y(turn) };
    }
    run(gpu, &t, &hull, 64);
    for (uint32_t p = 0; p < 64; ++p)
    {
        const manifold* m = &t.result[p];
        const double y    = (double)t.c.pose[2 * p + 1].position.y - t.c.pose[2 * p].position.y;
        double least      = INFINITY;
        munit_assert_uint32(m->count, ==, 4);
        munit_assert_double(fabs(m->normal.y - (y > 0.0 ? 1.0 : -1.0)), <, 1e-6);
        for (uint32_t k = 0; k < 4; ++k)
        {
            munit_assert_double(fabs(m->point[k].w - (fabs(y) - 1.0)), <, 1e-4);
            munit_assert_double(fabs(m->point[k].y - 0.5 * y), <, 1e-4);
            munit_assert_double(hypot(m->point[k].x - 0.125, m->point[k].z), >, 0.49); // on the rim
            for (uint32_t i = 0; i < k; ++i)
                least = fmin(least, hypot(m->point[k].x - m->point[i].x, m->point[k].z - m->point[i].z));
        }
        munit_assert_double(least, >, 0.49); // a square on the rim has 0.707
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
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, 300);
    uint64_t seed = 4;
    for (uint32_t p = 0; p < 300; ++p)
        test_place(&t, p, p % 4 < 2 ? PLACE_PARALLEL : PLACE_RANDOM, p % 2 == 0 ? COLLIDER_BOX : COLLIDER_HULL,
                   COLLIDER_HULL, &seed);
    run(gpu, &t, &hull, 300);
    manifold before[300];
    memcpy(before, t.result, sizeof before);
    test_nudge(&t, 300);
    run(gpu, &t, &hull, 300);
    munit_assert_double(test_share_of_ids(before, t.result, 300), >,
                        0.97); // some just pass from one feature to the next
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-the-twin", matches_the_twin, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/tells-the-truth", tells_the_truth, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/rests-on-four-points", rests_on_four_points, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/keeps-ids", keeps_ids, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_narrow_hull_suite = { "/narrow_hull", tests, NULL, 1, 0 };
