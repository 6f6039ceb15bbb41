// Compact against its oracle. Red when an index is lost, moved or written outside its room, or when the header does not
// tell how many were kept and how many wanted to be.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/compact.h"
#include "oracle/compact.h"

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
    NONE,
    ALL,
    FEW,
    MANY,
    PATTERNS
} pattern;

static void make_flags(pattern p, uint32_t* flags, uint32_t count)
{
    uint64_t seed = count;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t r = test_random(&seed);
        flags[i]         = p == NONE ? 0 : p == ALL ? 1 + r / 2 : p == FEW ? r % 64 == 0 : (r % 4) << 30;
    }
}

static void check_header(test_gpu* gpu, mas_span list, uint32_t needed, uint32_t capacity)
{
    const list_header expected = mas_list_complete(&gpu->kernels, needed, capacity);
    list_header found;
    test_download(gpu, list, &found, sizeof found);
    munit_assert_memory_equal(sizeof found, &found, &expected);
}

// All patterns over count flags, with room for capacity indices.
static void check(test_gpu* gpu, uint32_t count, uint32_t capacity)
{
    const uint32_t words = capacity + SPARE;
    test_reset(gpu);
    const mas_span in        = mas_plan(&gpu->arena, MAS_SCRATCH, "flags", count, 4);
    const mas_span out       = mas_plan(&gpu->arena, MAS_SCRATCH, "kept", words, 4);
    const mas_span list      = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    const mas_span kept_list = mas_plan_list(&gpu->arena, MAS_SCRATCH, "kept list");
    mas_compact compact;
    mas_compact_plan(&compact, &gpu->arena, count);
    test_allocate(gpu);
    test_try(mas_compact_create(&compact, &gpu->kernels, in, list, out, kept_list));
    compact.capacity = capacity; // the guard is bound too: a driver may drop what is written behind a binding
    test_set_list(gpu, list, count, count);

    uint32_t* flags    = malloc((count + 1) * sizeof *flags);
    uint32_t* expected = malloc(words * sizeof *expected);
    uint32_t* found    = malloc(words * sizeof *found);
    for (pattern p = NONE; p < PATTERNS; ++p)
    {
        make_flags(p, flags, count);
        test_upload(gpu, in, flags, count * 4);
        mas_recorder* rec = test_record(gpu);
        mas_fill(rec, out, GUARD);
        mas_compact_record(&compact, rec);
        test_submit(gpu);
        for (uint32_t i = 0; i < words; ++i)
            expected[i] = GUARD;
        const uint32_t needed = oracle_compact(flags, count, expected, capacity);
        test_download(gpu, out, found, words * 4);
        munit_assert_memory_equal(words * 4, found, expected);
        check_header(gpu, kept_list, needed, capacity);
    }
    free(flags);
    free(expected);
    free(found);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t k = 0; k < MAS_COUNT(small_sizes); ++k)
        check(fixture, small_sizes[k], small_sizes[k] + 1);
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    for (size_t k = 0; k < MAS_COUNT(large_sizes); ++k)
        check(fixture, large_sizes[k], large_sizes[k]);
    return MUNIT_OK;
}

static MunitResult counts_what_found_no_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    check(fixture, 129, 129); // just fits
    check(fixture, 129, 128);
    check(fixture, 4097, 1);
    check(fixture, 12290, 4098);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/counts-what-found-no-room", counts_what_found_no_room, test_gpu_setup, test_gpu_tear_down, 0,
      test_group_sizes },
    { 0 },
};
MunitSuite test_compact_suite = { "/compact", tests, NULL, 1, 0 };
