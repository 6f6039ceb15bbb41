#include "collision/brute.h"
#include "colliders.h"

enum
{
    CAPACITY = 600,
    PAIRS    = 200000,
};

// proves: 002-26, 000-03. Red when a pair is left out, doubled, or let through by a filter that should not.
static MunitResult finds_all_pairs(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_colliders t;
    mas_brute brute;
    test_plan_colliders(gpu, &t, CAPACITY, 0, PAIRS);
    mas_brute_plan(&brute, &gpu->arena, &t.array, &t.pairs);
    test_allocate(gpu);
    test_try(mas_brute_create(&brute, &gpu->kernels, &t.array, &t.pairs));
    oracle_colliders c           = oracle_create_colliders(CAPACITY, 0);
    static const uint32_t size[] = { 0, 1, 2, 3, 63, 64, 65, 257, CAPACITY };
    for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        for (size_t k = 0; k < MAS_COUNT(size); ++k)
        {
            test_fill_boxes(&c, scene, size[k], 31 * size[k] + scene);
            test_upload_boxes(gpu, &t, &c);
            mas_brute_record(&brute, test_record(gpu), size[k]);
            test_submit(gpu);
            test_expect_pairs(gpu, &t, &c);
        }
    oracle_destroy_colliders(&c);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/finds-all-pairs", finds_all_pairs, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_brute_suite = { "/brute", tests, NULL, 1, 0 };
