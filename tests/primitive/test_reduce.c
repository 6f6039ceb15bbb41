// Every reduction against its oracle, bit for bit. Red when an entry is missed or taken twice, when floats are added in
// an order that depends on the workgroup size, or when a sign, a zero or an infinity is compared wrongly.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/reduce.h"
#include "oracle/reduce.h"

#include <stdlib.h>
#include <string.h>

#define GUARD 0xA5A5A5A5u
enum
{
    RESULT_WORDS = 8,
    WORDS        = RESULT_WORDS + 4
};

static const uint32_t small_sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4095, 4096, 4097, 12290 };
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };

typedef enum pattern
{
    ZEROS,
    EQUAL,
    RANDOM,
    PATTERNS
} pattern;

static bool is_float(mas_reduction r)
{
    return r == MAS_SUM_FLOAT || r == MAS_MIN_FLOAT || r == MAS_MAX_FLOAT || r == MAS_BOUNDS;
}

// Floats of either sign and any size that a sum can stand; never NaN, denormal or, but for least and greatest, -0.
static uint32_t random_float(uint64_t* seed, bool zeros)
{
    const uint32_t r = test_random(seed);
    if (zeros && r % 16 == 0) return r & 0x80000000u;
    return (r & 0x807FFFFFu) | (127 - 20 + (r >> 8) % 40) << 23;
}

static void make_values(mas_reduction reduction, pattern p, uint32_t* values, uint64_t words)
{
    uint64_t seed        = words;
    const uint32_t equal = is_float(reduction) ? 0xBDCCCCCDu : 0x80000001u; // -0.1, or a large number
    for (uint64_t i = 0; i < words; ++i)
        values[i] = p == ZEROS            ? 0
                    : p == EQUAL          ? equal
                    : is_float(reduction) ? random_float(&seed, reduction != MAS_SUM_FLOAT)
                                          : test_random(&seed);
}

// The words that the result should have; returns how many.
static uint32_t expect(mas_reduction reduction, const void* values, uint32_t count, uint32_t words[RESULT_WORDS])
{
    float f;
    int32_t i;
    switch (reduction)
    {
    case MAS_SUM_UINT: words[0] = oracle_sum_uint(values, count); return 1;
    case MAS_MIN_UINT: words[0] = oracle_min_uint(values, count); return 1;
    case MAS_MAX_UINT: words[0] = oracle_max_uint(values, count); return 1;
    case MAS_MIN_INT: i = oracle_min_int(values, count); return memcpy(words, &i, 4), 1;
    case MAS_MAX_INT: i = oracle_max_int(values, count); return memcpy(words, &i, 4), 1;
    case MAS_SUM_FLOAT: f = oracle_sum_float(values, count); return memcpy(words, &f, 4), 1;
    case MAS_MIN_FLOAT: f = oracle_min_float(values, 1, count); return memcpy(words, &f, 4), 1;
    case MAS_MAX_FLOAT: f = oracle_max_float(values, 1, count); return memcpy(words, &f, 4), 1;
    default: break;
    }
    mas_vec4 corners[2];
    oracle_bounds(values, count, corners);
    return memcpy(words, corners, sizeof corners), 8;
}

// All reductions, sizes and patterns; the last size is the capacity.
static void check(test_gpu* gpu, const uint32_t* sizes, size_t size_count)
{
    const uint32_t capacity = sizes[size_count - 1];
    test_reset(gpu);
    const mas_span values = mas_plan(&gpu->arena, MAS_SCRATCH, "values", capacity, 16);
    const mas_span result = mas_plan(&gpu->arena, MAS_SCRATCH, "result", WORDS, 4);
    const mas_span list   = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    mas_reduce reduce[MAS_REDUCTIONS];
    for (mas_reduction r = 0; r < MAS_REDUCTIONS; ++r)
        mas_reduce_plan(&reduce[r], &gpu->arena, r, capacity);
    test_allocate(gpu);
    for (mas_reduction r = 0; r < MAS_REDUCTIONS; ++r)
        test_try(mas_reduce_create(&reduce[r], &gpu->kernels, values, list, result));

    const uint64_t bytes = (uint64_t)capacity * 16;
    uint32_t* data       = aligned_alloc(16, bytes);
    for (mas_reduction r = 0; r < MAS_REDUCTIONS; ++r)
        for (pattern p = ZEROS; p < PATTERNS; ++p)
        {
            make_values(r, p, data, bytes / 4); // also behind the count, where it must not matter
            test_upload(gpu, values, data, bytes);
            for (size_t k = 0; k < size_count; ++k)
            {
                test_set_list(gpu, list, sizes[k], capacity);
                mas_recorder* rec = test_record(gpu);
                mas_fill(rec, result, GUARD);
                mas_reduce_record(&reduce[r], rec);
                test_submit(gpu);
                uint32_t expected[WORDS], found[WORDS];
                for (uint32_t i = expect(r, data, sizes[k], expected); i < WORDS; ++i)
                    expected[i] = GUARD;
                test_download(gpu, result, found, sizeof found);
                munit_assert_memory_equal(sizeof found, found, expected);
            }
        }
    free(data);
}

// proves: 002-36. Red when a block's partial result is left out, or a group of another size gives another sum.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    check(fixture, small_sizes, MAS_COUNT(small_sizes));
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    check(fixture, large_sizes, MAS_COUNT(large_sizes));
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_reduce_suite = { "/reduce", tests, NULL, 1, 0 };
