// Hash against its oracle. Red when a row is missed or taken twice, when the sum depends on the cut into windows, or
// when a changed bit, two swapped rows or another tag go unnoticed.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/hash.h"
#include "oracle/hash.h"

#include <stdlib.h>

enum
{
    GUARD = 0xA5A5A5A5u
};

static const uint32_t small_sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 1023, 1024, 1025, 4097 };
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };

static uint32_t* make_rows(uint64_t count, uint32_t fill)
{
    uint32_t* rows = malloc((count + 1) * 16);
    uint64_t seed  = count;
    for (uint64_t i = 0; i < count * 4; ++i)
        rows[i] = fill != 0 ? fill - 1 : test_random(&seed);
    return rows;
}

// Hashes count elements of so many rows, in windows of at most range bytes (0: the device's).
static void check(test_gpu* gpu, const uint32_t* rows, uint32_t count, uint32_t rows_each, uint64_t range)
{
    const uint64_t usual = gpu->device->limits.storage_range;
    test_reset(gpu);
    const mas_span elements = mas_plan_windowed(&gpu->arena, MAS_SCRATCH, "elements", count, 16 * rows_each);
    const mas_span sum      = mas_plan(&gpu->arena, MAS_SCRATCH, "sum", 3, 4);
    mas_hash hash;
    test_allocate(gpu);
    if (range != 0) gpu->device->limits.storage_range = range;
    test_try(mas_hash_create(&hash, &gpu->kernels, elements, sum));
    gpu->device->limits.storage_range = usual;
    munit_assert_uint32(hash.pass.window_count, ==, range == 0 ? 1 : (uint32_t)((elements.size + range - 1) / range));
    test_upload(gpu, elements, rows, (uint64_t)count * rows_each * 16);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, sum, GUARD);
    mas_fill(rec, mas_span_part(sum, 0, 2), 0);
    mas_hash_record(&hash, rec, count, 7);
    mas_hash_record(&hash, rec, count, 8); // adds to what is there
    test_submit(gpu);
    uint32_t expected[3] = { 0, 0, GUARD }, found[3];
    oracle_hash(rows, (uint64_t)count * rows_each, 7, expected);
    oracle_hash(rows, (uint64_t)count * rows_each, 8, expected);
    test_download(gpu, sum, found, sizeof found);
    munit_assert_memory_equal(sizeof found, found, expected);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t k = 0; k < MAS_COUNT(small_sizes); ++k)
        for (uint32_t rows_each = 1; rows_each <= 3; ++rows_each)
        {
            uint32_t* rows = make_rows((uint64_t)small_sizes[k] * rows_each, rows_each - 1); // random, zeros, ones
            check(fixture, rows, small_sizes[k], rows_each, 0);
            free(rows);
        }
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    for (size_t k = 0; k < MAS_COUNT(large_sizes); ++k)
    {
        uint32_t* rows = make_rows(large_sizes[k], 0);
        check(fixture, rows, large_sizes[k], 1, 0);
        free(rows);
    }
    return MUNIT_OK;
}

static MunitResult windows_do_not_show(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint32_t* rows = make_rows(2 * 5000, 0);
    check(fixture, rows, 5000, 2, 512 * 32);
    check(fixture, rows, 5000, 1, 4096 * 16);
    free(rows);
    return MUNIT_OK;
}

// Of the oracle, which the kernel equals: every single bit, every exchange of two rows, and the tag show in both words.
static MunitResult changes_show(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    enum
    {
        COUNT = 64
    };
    uint32_t* rows     = make_rows(COUNT, 0);
    uint32_t before[2] = { 0, 0 }, tagged[2] = { 0, 0 };
    oracle_hash(rows, COUNT, 1, before);
    oracle_hash(rows, COUNT, 2, tagged);
    munit_assert(tagged[0] != before[0] && tagged[1] != before[1]);
    for (uint32_t bit = 0; bit < COUNT * 128; ++bit)
    {
        uint32_t after[2] = { 0, 0 };
        rows[bit / 32] ^= 1u << bit % 32;
        oracle_hash(rows, COUNT, 1, after);
        rows[bit / 32] ^= 1u << bit % 32;
        munit_assert(after[0] != before[0] && after[1] != before[1]);
    }
    for (uint32_t i = 0; i + 1 < COUNT; ++i)
    {
        uint32_t after[2] = { 0, 0 };
        uint32_t swapped[COUNT * 4];
        for (uint32_t w = 0; w < COUNT * 4; ++w)
            swapped[w] = rows[w / 4 == i ? w + 4 : w / 4 == i + 1 ? w - 4 : w];
        oracle_hash(swapped, COUNT, 1, after);
        munit_assert(after[0] != before[0] && after[1] != before[1]);
    }
    free(rows);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-do-not-show", windows_do_not_show, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/changes-show", changes_show, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_hash_suite = { "/hash", tests, NULL, 1, 0 };
