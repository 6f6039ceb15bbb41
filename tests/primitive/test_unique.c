// Unique against its oracle, on keys of 32 and 64 bits. Red when a run is lost, split, or begins at a wrong index.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/unique.h"
#include "oracle/unique.h"

#include <stdlib.h>

enum
{
    GUARD = 0xA5A5A5A5u,
    SPARE = 5
}; // words behind the room that must survive

static const uint32_t small_sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4095, 4096, 4097, 12290 };
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };

typedef enum pattern
{
    EQUAL,
    DISTINCT,
    RUNS,
    PATTERNS
} pattern;

// Sorted keys; those of two words differ now in the low word, now in the high one.
static void make_keys(pattern p, uint32_t words, uint32_t* keys, uint32_t count)
{
    uint64_t seed = count, key = 0xFFFFFF00u;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t r = test_random(&seed);
        if (p == DISTINCT || (p == RUNS && r % 8 == 0)) key += words == 2 && r % 3 == 0 ? 1ull << 32 : 1;
        keys[i * words] = (uint32_t)key;
        if (words == 2) keys[i * 2 + 1] = (uint32_t)(key >> 32);
    }
}

// All sizes and patterns; the last size is how many keys there is room for, capacity how many runs.
static void check(test_gpu* gpu, const uint32_t* sizes, size_t size_count, uint32_t words, uint32_t capacity)
{
    const uint32_t most = sizes[size_count - 1], room = capacity + SPARE;
    test_reset(gpu);
    const mas_span in         = mas_plan(&gpu->arena, MAS_SCRATCH, "keys", most, 4 * words);
    const mas_span out        = mas_plan(&gpu->arena, MAS_SCRATCH, "starts", room, 4);
    const mas_span list       = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    const mas_span start_list = mas_plan_list(&gpu->arena, MAS_SCRATCH, "start list");
    mas_unique unique;
    mas_unique_plan(&unique, &gpu->arena, most);
    test_allocate(gpu);
    test_try(mas_unique_create(&unique, &gpu->kernels, in, list, out, start_list));
    unique.heads.capacity = capacity; // the guard is bound too: a driver may drop what is written behind a binding

    uint32_t* keys     = malloc(in.size);
    uint32_t* expected = malloc(out.size);
    uint32_t* found    = malloc(out.size);
    for (pattern p = EQUAL; p < PATTERNS; ++p)
    {
        make_keys(p, words, keys, most);
        test_upload(gpu, in, keys, in.size);
        for (size_t k = 0; k < size_count; ++k)
        {
            test_set_list(gpu, list, sizes[k], most);
            mas_recorder* rec = test_record(gpu);
            mas_fill(rec, out, GUARD);
            mas_unique_record(&unique, rec);
            test_submit(gpu);
            for (uint32_t i = 0; i < room; ++i)
                expected[i] = GUARD;
            const uint32_t runs      = oracle_unique(keys, words, sizes[k], expected, capacity);
            const list_header header = mas_list_complete(&gpu->kernels, runs, capacity);
            list_header found_header;
            test_download(gpu, out, found, out.size);
            test_download(gpu, start_list, &found_header, sizeof found_header);
            munit_assert_memory_equal(out.size, found, expected);
            munit_assert_memory_equal(sizeof header, &found_header, &header);
        }
    }
    free(keys);
    free(expected);
    free(found);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t words = 1; words <= 2; ++words)
        check(fixture, small_sizes, MAS_COUNT(small_sizes), words, 12290);
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    check(fixture, large_sizes, MAS_COUNT(large_sizes), 1, (1u << 20) + 1);
    return MUNIT_OK;
}

static MunitResult counts_what_found_no_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t sizes[] = { 127, 128, 129, 12290 };
    check(fixture, sizes, MAS_COUNT(sizes), 2, 128); // 128 distinct keys just fit
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/counts-what-found-no-room", counts_what_found_no_room, test_gpu_setup, test_gpu_tear_down, 0,
      test_group_sizes },
    { 0 },
};
MunitSuite test_unique_suite = { "/unique", tests, NULL, 1, 0 };
