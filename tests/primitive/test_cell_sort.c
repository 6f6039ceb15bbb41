// Cell sort against plain counting. Red when the order inside a cell is the scheduler's, when a long cell is left out
// or sorted by the wrong bits, when starts are wrong without entries, or when something behind the count is written.
// runs: everywhere widths sizes. Of each primitive, bits do not depend on vectors or workgroups.
#include "harness.h"
#include "primitive/cell_sort.h"
#include "primitive/cell_sort_shared.h"
#include "oracle/cell_sort.h"

#include <stdlib.h>
#include <string.h>

enum
{
    GUARD    = 0xA5A5A5A5u,
    SPARE    = 5, // words behind each array that must survive
    CAPACITY = 9001,
};

static const uint32_t small_sizes[] = {
    0, 1, 2, 31, 32, 33, 127, 128, 129, 256, 257, 4095, 4096, 4097, 8193, CAPACITY
};
static const uint32_t large_sizes[] = { (1u << 20) - 1, (1u << 20) + 1 };
static const uint32_t cell_counts[] = { 1, 256, 1000, 1u << 15 };

typedef enum pattern
{
    ONE_CELL, // the last one
    SORTED,
    REVERSED,
    FEW, // some of them long
    RANDOM,
    PATTERNS
} pattern;

typedef struct fixture_sort
{
    mas_cell_sort sort;
    mas_span key, start, sorted, list;
    uint32_t capacity, cells;
} fixture_sort;

static void make_sort(test_gpu* gpu, fixture_sort* f, uint32_t capacity, uint32_t cells)
{
    f->capacity = capacity;
    f->cells    = cells;
    test_reset(gpu);
    f->key    = mas_plan(&gpu->arena, MAS_SCRATCH, "key", capacity, 4);
    f->start  = mas_plan(&gpu->arena, MAS_SCRATCH, "start", cells + 1 + SPARE, 4);
    f->sorted = mas_plan(&gpu->arena, MAS_SCRATCH, "sorted", capacity + SPARE, 4);
    f->list   = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    mas_cell_sort_plan(&f->sort, &gpu->arena, capacity, cells);
    test_allocate(gpu);
    test_try(mas_cell_sort_create(&f->sort, &gpu->kernels, f->key, f->start, f->sorted, f->list));
}

static uint32_t make_key(pattern p, uint32_t i, uint32_t count, uint32_t cells, uint64_t* seed)
{
    const uint32_t random = test_random(seed);
    switch (p)
    {
    case ONE_CELL: return cells - 1;
    case SORTED: return (uint32_t)((uint64_t)i * cells / count);
    case REVERSED: return (uint32_t)((uint64_t)(count - 1 - i) * cells / count);
    case FEW: return random % 64 == 0 ? random / 64 % cells : random % 7 * 11 % cells;
    default: return random % cells;
    }
}

static void check(test_gpu* gpu, fixture_sort* f, uint32_t count, pattern p)
{
    const uint32_t cells = f->cells, starts = cells + 1 + SPARE, entries = f->capacity + SPARE;
    uint32_t* key    = malloc(entries * sizeof *key);
    uint32_t* start  = malloc(starts * sizeof *start);
    uint32_t* sorted = malloc(entries * sizeof *sorted);
    uint32_t* found  = malloc((starts > entries ? starts : entries) * sizeof *found);
    uint64_t seed    = count + 1000003u * p;
    for (uint32_t i = 0; i < f->capacity; ++i)
        key[i] = i < count ? make_key(p, i, count, cells, &seed) : GUARD;
    for (uint32_t c = 0; c < starts; ++c)
        start[c] = GUARD;
    for (uint32_t i = 0; i < entries; ++i)
        sorted[i] = GUARD;
    test_set_list(gpu, f->list, count, f->capacity);
    test_upload(gpu, f->key, key, f->capacity * 4);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, f->start, GUARD);
    mas_fill(rec, f->sorted, GUARD);
    mas_cell_sort_record(&f->sort, rec);
    test_submit(gpu);

    oracle_cell_sort(key, count, cells, start, sorted);
    test_download(gpu, f->start, found, f->start.size);
    munit_assert_memory_equal(f->start.size, found, start);
    test_download(gpu, f->sorted, found, f->sorted.size);
    munit_assert_memory_equal(f->sorted.size, found, sorted);

    uint32_t long_cells = 0;
    for (uint32_t c = 0; c < cells; ++c)
        long_cells += start[c + 1] - start[c] > CELL_SORT_LONG;
    list_header h;
    test_download(gpu, f->sort.long_list, &h, sizeof h);
    munit_assert_uint32(h.count, ==, long_cells);
    free(key);
    free(start);
    free(sorted);
    free(found);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t k = 0; k < MAS_COUNT(cell_counts); ++k)
    {
        fixture_sort f;
        make_sort(fixture, &f, CAPACITY, cell_counts[k]);
        for (size_t n = 0; n < MAS_COUNT(small_sizes); ++n)
            for (pattern p = ONE_CELL; p < PATTERNS; ++p)
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
        make_sort(fixture, &f, large_sizes[n], 1u << 21);
        check(fixture, &f, large_sizes[n], n == 0 ? RANDOM : FEW);
        check(fixture, &f, large_sizes[n], n == 0 ? SORTED : ONE_CELL);
    }
    return MUNIT_OK;
}

// A capacity of its own for every size: nothing counts on room behind the list, and ids of one digit work.
static MunitResult fits_its_capacity(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t sizes[] = { 0, 1, 255, 256, 257, 4097 };
    for (size_t n = 0; n < MAS_COUNT(sizes); ++n)
    {
        fixture_sort f;
        make_sort(fixture, &f, sizes[n], 3);
        check(fixture, &f, sizes[n], RANDOM);
        check(fixture, &f, sizes[n], ONE_CELL);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/fits-its-capacity", fits_its_capacity, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_cell_sort_suite = { "/cell_sort", tests, NULL, 1, 0 };
