#include "collision/narrow_hull.h"
#include "narrow.h"
#include "oracle/narrow_hull.h"

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

static MunitTest tests[] = {
    { "/matches-the-twin", matches_the_twin, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/tells-the-truth", tells_the_truth, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_narrow_hull_suite = { "/narrow_hull", tests, NULL, 1, 0 };
