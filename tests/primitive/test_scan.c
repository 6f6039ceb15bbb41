// Exclusive scan against its oracle. Red when a block's sum is lost, the entries behind the last whole quad are wrong,
// or something behind the count is written.
// runs: everywhere widths sizes own-devices. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/scan.h"
#include "primitive/scan_shared.h"
#include "oracle/scan.h"

#include <stdlib.h>
#include <string.h>

enum
{
    GUARD = 0xA5A5A5A5u,
    SPARE = 5
}; // words behind the last entry that must survive

static const uint32_t small_sizes[] = { // the last two: where one dispatch becomes two
    0, 1, 2, 31, 32, 33, 127, 128, 129, 4095, 4096, 4097, 12290, SCAN_SHORT, SCAN_SHORT + 4223
};
static const uint32_t large_sizes[] = { (1u << 20) - 1, 1u << 20, (1u << 20) + 1 };

typedef enum pattern
{
    ZEROS,
    EQUAL,
    RANDOM,
    PATTERNS
} pattern;

static uint32_t* make_values(pattern p, uint32_t count)
{
    uint32_t* values = malloc((count + SPARE) * sizeof *values);
    uint64_t seed    = count;
    for (uint32_t i = 0; i < count; ++i)
        values[i] = p == ZEROS ? 0 : p == EQUAL ? 3 : test_random(&seed); // wraps
    for (uint32_t i = count; i < count + SPARE; ++i)
        values[i] = GUARD;
    return values;
}

static void check(test_gpu* gpu, uint32_t count, bool in_place)
{
    const uint32_t words = count + SPARE;
    test_reset(gpu);
    const mas_span values = mas_plan(&gpu->arena, MAS_SCRATCH, "values", words, 4);
    const mas_span sums   = in_place ? values : mas_plan(&gpu->arena, MAS_SCRATCH, "sums", words, 4);
    const mas_span total  = mas_plan(&gpu->arena, MAS_SCRATCH, "total", 2, 4);
    const mas_span list   = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    mas_scan scan;
    mas_scan_plan(&scan, &gpu->arena, count);
    test_allocate(gpu);
    test_try(mas_scan_create(&scan, &gpu->kernels, values, sums, list, total));
    test_set_list(gpu, list, count, count);

    uint32_t* found = malloc(words * sizeof *found);
    for (pattern p = ZEROS; p < PATTERNS; ++p)
    {
        uint32_t* expected = make_values(p, count);
        test_upload(gpu, values, expected, words * 4);
        mas_recorder* rec = test_record(gpu);
        if (!in_place) mas_fill(rec, sums, GUARD);
        mas_fill(rec, total, GUARD);
        mas_scan_record(&scan, rec);
        test_submit(gpu);
        const uint32_t expected_total[2] = { oracle_scan(expected, expected, count), GUARD };
        uint32_t found_total[2];
        test_download(gpu, sums, found, words * 4);
        test_download(gpu, total, found_total, sizeof found_total);
        munit_assert_memory_equal(words * 4, found, expected);
        munit_assert_memory_equal(sizeof found_total, found_total, expected_total);
        free(expected);
    }
    free(found);
}

// proves: 002-40. Red when the sums of the blocks before are not added, or the total is lost.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t k = 0; k < MAS_COUNT(small_sizes); ++k)
        check(fixture, small_sizes[k], k % 2 == 0);
    for (size_t k = 0; k < MAS_COUNT(small_sizes); ++k)
        check(fixture, small_sizes[k], k % 2 != 0);
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    for (size_t k = 0; k < MAS_COUNT(large_sizes); ++k)
        check(fixture, large_sizes[k], k % 2 == 0);
    return MUNIT_OK;
}

// The count on the GPU is what counts, not the capacity: what lies behind it stays.
static MunitResult stops_at_the_count(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        CAPACITY = 9000,
        COUNT    = 4102
    };
    test_reset(gpu);
    const mas_span values = mas_plan(&gpu->arena, MAS_SCRATCH, "values", CAPACITY, 4);
    const mas_span total  = mas_plan(&gpu->arena, MAS_SCRATCH, "total", 1, 4);
    const mas_span list   = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    mas_scan scan;
    mas_scan_plan(&scan, &gpu->arena, CAPACITY);
    test_allocate(gpu);
    test_try(mas_scan_create(&scan, &gpu->kernels, values, values, list, total));
    test_set_list(gpu, list, COUNT, CAPACITY);
    uint32_t* expected = make_values(RANDOM, CAPACITY);
    uint32_t* found    = malloc(CAPACITY * sizeof *found);
    test_upload(gpu, values, expected, CAPACITY * 4);
    mas_scan_record(&scan, test_record(gpu));
    test_submit(gpu);
    test_download(gpu, values, found, CAPACITY * 4);
    uint32_t found_total;
    test_download(gpu, total, &found_total, 4);
    munit_assert_uint32(found_total, ==, oracle_scan(expected, expected, COUNT));
    munit_assert_memory_equal(CAPACITY * 4, found, expected);
    free(expected);
    free(found);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/stops-at-the-count", stops_at_the_count, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_scan_suite = { "/scan", tests, NULL, 1, 0 };
