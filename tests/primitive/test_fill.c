// Fill against its oracle. Red when an entry is missed, one behind the count is touched, or a dispatch of more than
// 65535 groups loses its second row.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/fill.h"
#include "oracle/fill.h"

#include <stdlib.h>

#define GUARD 0xA5A5A5A5u
enum
{
    SPARE = 5
}; // elements behind the count that must survive

static const uint32_t pattern[4]    = { 0x01234567u, 0u, 0xFFFFFFFFu, 0x3F800000u };
static const uint32_t small_sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4095, 4096, 4097 };
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };

static void check(test_gpu* gpu, uint32_t count, uint32_t words)
{
    test_reset(gpu);
    const mas_span elements = mas_plan(&gpu->arena, MAS_SCRATCH, "elements", count + SPARE, 4 * words);
    const mas_span list     = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    mas_list_fill fill;
    test_allocate(gpu);
    test_try(mas_list_fill_create(&fill, &gpu->kernels, elements, list));
    test_set_list(gpu, list, count, count + SPARE);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, elements, GUARD);
    mas_list_fill_record(&fill, rec, pattern);
    test_submit(gpu);

    uint32_t* expected = malloc(elements.size);
    uint32_t* found    = malloc(elements.size);
    for (uint64_t i = 0; i < elements.size / 4; ++i)
        expected[i] = GUARD;
    oracle_fill(expected, count, pattern, words);
    test_download(gpu, elements, found, elements.size);
    munit_assert_memory_equal(elements.size, found, expected);
    free(expected);
    free(found);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t k = 0; k < MAS_COUNT(small_sizes); ++k)
        for (uint32_t words = 1; words <= 4; ++words)
            check(fixture, small_sizes[k], words);
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    for (size_t k = 0; k < MAS_COUNT(large_sizes); ++k)
        check(fixture, large_sizes[k], 1 + 2 * (uint32_t)k);
    return MUNIT_OK;
}

static MunitResult goes_beyond_65535_groups(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    check(gpu, 65537 * gpu->device->limits.group_size + 1, 1);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/goes-beyond-65535-groups", goes_beyond_65535_groups, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_fill_suite = { "/fill", tests, NULL, 1, 0 };
