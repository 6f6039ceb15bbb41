// Radix sort against a merge sort. Red when equal keys change places (payloads number the entries), when a digit's
// base, a column or the part behind the last whole quad is wrong, or when something behind the count is written.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/radix_sort.h"
#include "oracle/radix_sort.h"

#include <stdlib.h>
#include <string.h>

enum
{
    GUARD    = 0xA5A5A5A5u,
    SPARE    = 5,     // entries behind the capacity that must survive
    CAPACITY = 66001, // three groups, the last one partly filled
};

// Around a thread's share, a list's block and a group.
static const uint32_t small_sizes[] = { 0,    1,    2,    31,   32,   33,    127,   128,   129,   2047,
                                        2048, 2049, 4095, 4096, 4097, 16385, 32767, 32768, 32769, CAPACITY };
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };

typedef struct key_kind
{
    uint32_t words, bits;
} key_kind;

// Even and odd numbers of passes, bits that do not fill the last one, bits above that must not count.
static const key_kind kinds[] = { { 1, 32 }, { 1, 24 }, { 1, 13 }, { 1, 5 }, { 2, 64 }, { 2, 40 }, { 2, 32 } };

typedef enum pattern
{
    EQUAL,
    SORTED,
    REVERSED,
    FEW,
    RANDOM,
    PATTERNS
} pattern;

typedef struct fixture_sort
{
    mas_radix_sort sort;
    mas_span key, payload, list;
    key_kind kind;
    uint32_t capacity;
} fixture_sort;

static void make_sort(test_gpu* gpu, fixture_sort* f, key_kind kind, uint32_t capacity)
{
    f->kind     = kind;
    f->capacity = capacity;
    test_reset(gpu);
    f->key     = mas_plan(&gpu->arena, MAS_SCRATCH, "key", capacity + SPARE, kind.words * 4);
    f->payload = mas_plan(&gpu->arena, MAS_SCRATCH, "payload", capacity + SPARE, 4);
    f->list    = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    mas_radix_sort_plan(&f->sort, &gpu->arena, capacity, kind.words, kind.bits);
    test_allocate(gpu);
    test_try(mas_radix_sort_create(&f->sort, &gpu->kernels, f->key, f->payload, f->list));
}

static uint64_t make_key(pattern p, uint32_t i, uint32_t count, uint64_t* seed)
{
    const uint64_t random = (uint64_t)test_random(seed) << 32 | test_random(seed);
    switch (p)
    {
    case EQUAL: return 0x80ff00017f000180u;
    case SORTED: return i * 0x100010001u;
    case REVERSED: return (count - i) * 0x100010001u;
    case FEW: return random % 3 * 0x0101010101010101u;
    default: return random;
    }
}

static void check(test_gpu* gpu, fixture_sort* f, uint32_t count, pattern p)
{
    const uint32_t words = f->kind.words, entries = f->capacity + SPARE;
    uint32_t* key     = malloc(entries * words * sizeof *key);
    uint32_t* payload = malloc(entries * sizeof *payload);
    uint32_t* found   = malloc(entries * words * sizeof *found);
    uint64_t seed     = count + 1000003u * p;
    for (uint32_t i = 0; i < entries; ++i)
    {
        const uint64_t k = i < count ? make_key(p, i, count, &seed) : GUARD * 0x100000001u;
        for (uint32_t w = 0; w < words; ++w)
            key[i * words + w] = (uint32_t)(k >> 32 * w);
        payload[i] = i < count ? i : GUARD;
    }
    test_set_list(gpu, f->list, count, f->capacity);
    test_upload(gpu, f->key, key, f->key.size);
    test_upload(gpu, f->payload, payload, f->payload.size);
    mas_radix_sort_record(&f->sort, test_record(gpu));
    test_submit(gpu);

    oracle_radix_sort(key, payload, count, words, f->kind.bits);
    test_download(gpu, f->key, found, f->key.size);
    munit_assert_memory_equal(f->key.size, found, key);
    test_download(gpu, f->payload, found, f->payload.size);
    munit_assert_memory_equal(f->payload.size, found, payload);
    free(key);
    free(payload);
    free(found);
}

// proves: 002-38. Red when one pass is skipped, or equal keys change their order.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t k = 0; k < MAS_COUNT(kinds); ++k)
    {
        fixture_sort f;
        make_sort(fixture, &f, kinds[k], CAPACITY);
        const bool all = kinds[k].bits == 32 * kinds[k].words; // the others differ in passes and masks only
        for (size_t n = 0; n < MAS_COUNT(small_sizes); n += all ? 1 : 6)
            for (pattern p = all ? EQUAL : FEW; p < PATTERNS; ++p)
                check(fixture, &f, small_sizes[n], p);
    }
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    for (size_t n = 0; n < MAS_COUNT(large_sizes); ++n)
    {
        fixture_sort f;
        make_sort(fixture, &f, kinds[n == 0 ? 0 : 4], large_sizes[n]);
        check(fixture, &f, large_sizes[n], RANDOM);
        check(fixture, &f, large_sizes[n], n == 0 ? EQUAL : REVERSED);
    }
    return MUNIT_OK;
}

// A capacity of its own for every size: nothing counts on room behind the list.
static MunitResult fits_its_capacity(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t sizes[] = { 0, 1, 33, 4097 };
    for (size_t n = 0; n < MAS_COUNT(sizes); ++n)
    {
        fixture_sort f;
        make_sort(fixture, &f, kinds[0], sizes[n]);
        check(fixture, &f, sizes[n], RANDOM);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/fits-its-capacity", fits_its_capacity, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_radix_sort_suite = { "/radix_sort", tests, NULL, 1, 0 };
