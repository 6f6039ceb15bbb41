// Segmented reduce against its oracle, on keys of 32 and 64 bits, sums of uints and floats. Red when a run's sum takes
// a neighbour's value, when the order of a float sum depends on scheduling, or when dropped runs change the last one
// kept.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/segmented.h"
#include "oracle/segmented.h"

#include <stdlib.h>
#include <string.h>

#define GUARD 0xA5A5A5A5u
enum
{
    SPARE = 5
}; // elements behind the room that must survive

static const uint32_t small_sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4095, 4096, 4097, 12290 };
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };

typedef enum pattern
{
    EQUAL,
    DISTINCT,
    SHORT,
    AROUND_THE_LIMITS,
    PATTERNS
} pattern;

typedef struct setting
{
    uint32_t words; // per key
    mas_segment_value value;
    uint32_t capacity; // runs there is room for
    uint32_t most;     // entries there is room for
} setting;

// Lengths of runs: how lanes and threads share them changes at 64 and 256 (segmented_shared.h).
static uint32_t run_length(pattern p, uint64_t* seed)
{
    static const uint32_t limits[] = { 63, 64, 65, 128, 255, 256, 257, 1000 };
    const uint32_t r               = test_random(seed);
    return p == EQUAL ? UINT32_MAX : p == DISTINCT ? 1 : p == SHORT ? 1 + r % 16 : limits[r % MAS_COUNT(limits)];
}

static void make_data(const setting* s, pattern p, uint32_t* keys, uint32_t* values)
{
    uint64_t seed = s->most, key = 0xFFFFFFF0u;
    uint32_t left = run_length(p, &seed);
    for (uint32_t i = 0; i < s->most; ++i, --left)
    {
        const uint32_t r = test_random(&seed);
        if (left == 0)
        {
            left = run_length(p, &seed);
            key += s->words == 2 && r % 3 == 0 ? 1ull << 32 : 1;
        }
        keys[i * s->words] = (uint32_t)key;
        if (s->words == 2) keys[i * 2 + 1] = (uint32_t)(key >> 32);
        values[i] = s->value == MAS_SEGMENT_FLOAT ? (r & 0x807FFFFFu) | (117 + (r >> 8) % 20) << 23 : r;
    }
}

static void compare(test_gpu* gpu, mas_span span, const uint32_t* expected, uint32_t* found)
{
    test_download(gpu, span, found, span.size);
    munit_assert_memory_equal(span.size, found, expected);
}

// All sizes and patterns; the last size is s->most.
static void check(test_gpu* gpu, const setting* s, const uint32_t* sizes, size_t size_count)
{
    const uint32_t room = s->capacity + SPARE;
    test_reset(gpu);
    const mas_span keys   = mas_plan(&gpu->arena, MAS_SCRATCH, "keys", s->most, 4 * s->words);
    const mas_span values = mas_plan(&gpu->arena, MAS_SCRATCH, "values", s->most, 4);
    const mas_span list   = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    const mas_span key    = mas_plan(&gpu->arena, MAS_SCRATCH, "run key", room, 4 * s->words);
    const mas_span sum    = mas_plan(&gpu->arena, MAS_SCRATCH, "run sum", room, 4);
    const mas_runs runs   = { .list  = mas_plan_list(&gpu->arena, MAS_SCRATCH, "run list"),
                              .start = mas_plan(&gpu->arena, MAS_SCRATCH, "run start", room, 4),
                              .key   = key,
                              .sum   = sum };
    mas_segmented segmented;
    mas_segmented_plan(&segmented, &gpu->arena, s->most);
    test_allocate(gpu);
    test_try(mas_segmented_create(&segmented, &gpu->kernels, s->value, keys, values, list, &runs));
    segmented.unique.heads.capacity = s->capacity; // the guard is bound too (test_unique.c)

    uint32_t* entry_key   = malloc(keys.size);
    uint32_t* entry_value = malloc(values.size);
    uint32_t* run_key     = malloc(key.size);
    uint32_t* run_sum     = malloc(sum.size);
    uint32_t* found       = malloc(key.size);
    for (pattern p = EQUAL; p < PATTERNS; ++p)
    {
        make_data(s, p, entry_key, entry_value);
        test_upload(gpu, keys, entry_key, keys.size);
        test_upload(gpu, values, entry_value, values.size);
        for (size_t k = 0; k < size_count; ++k)
        {
            test_set_list(gpu, list, sizes[k], s->most);
            mas_recorder* rec = test_record(gpu);
            mas_fill(rec, key, GUARD);
            mas_fill(rec, sum, GUARD);
            mas_segmented_record(&segmented, rec);
            test_submit(gpu);

            memset(run_key, GUARD & 0xFF, key.size);
            memset(run_sum, GUARD & 0xFF, sum.size);
            const bool floats = s->value == MAS_SEGMENT_FLOAT;
            const uint32_t needed =
                oracle_segmented(entry_key, s->words, entry_value, floats, sizes[k], run_key, run_sum, s->capacity);
            const list_header expected = mas_list_complete(&gpu->kernels, needed, s->capacity);
            list_header header;
            compare(gpu, key, run_key, found);
            compare(gpu, sum, run_sum, found);
            test_download(gpu, runs.list, &header, sizeof header);
            munit_assert_memory_equal(sizeof header, &header, &expected);
        }
    }
    free(entry_key);
    free(entry_value);
    free(run_key);
    free(run_sum);
    free(found);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint32_t most = small_sizes[MAS_COUNT(small_sizes) - 1];
    check(fixture, &(setting){ 1, MAS_SEGMENT_UINT, most, most }, small_sizes, MAS_COUNT(small_sizes));
    check(fixture, &(setting){ 2, MAS_SEGMENT_UINT, most, most }, small_sizes, MAS_COUNT(small_sizes));
    check(fixture, &(setting){ 1, MAS_SEGMENT_FLOAT, most, most }, small_sizes, MAS_COUNT(small_sizes));
    check(fixture, &(setting){ 2, MAS_SEGMENT_FLOAT, most, most }, small_sizes, MAS_COUNT(small_sizes));
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    const uint32_t large = large_sizes[MAS_COUNT(large_sizes) - 1];
    check(fixture, &(setting){ 1, MAS_SEGMENT_FLOAT, large, large }, large_sizes, MAS_COUNT(large_sizes));
    return MUNIT_OK;
}

static MunitResult counts_what_found_no_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t sizes[] = { 19, 20, 21,
                                      12290 }; // 20 distinct keys just fit; the last run kept is short or long
    check(fixture, &(setting){ 1, MAS_SEGMENT_FLOAT, 20, 12290 }, sizes, MAS_COUNT(sizes));
    check(fixture, &(setting){ 2, MAS_SEGMENT_UINT, 1, 12290 }, sizes, MAS_COUNT(sizes));
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/counts-what-found-no-room", counts_what_found_no_room, test_gpu_setup, test_gpu_tear_down, 0,
      test_group_sizes },
    { 0 },
};
MunitSuite test_segmented_suite = { "/segmented", tests, NULL, 1, 0 };
