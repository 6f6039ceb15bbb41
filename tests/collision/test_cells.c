// The grid against all pairs, and its entries, collision cells and control bits against their twin, bit for bit.
#include "collision/cells.h"
#include "colliders.h"
#include "oracle/cells.h"

#include <stdlib.h>
#include <string.h>

enum
{
    CAPACITY = 600,
    PAIRS    = 200000,
    WAYS     = 3, // labels, owner, by cell
};

typedef struct grid_test
{
    test_colliders t;
    mas_cells way[WAYS];
    oracle_colliders c;
} grid_test;

static void make(test_gpu* gpu, grid_test* g, uint32_t colliders, uint32_t pairs, uint32_t room)
{
    test_plan_colliders(gpu, &g->t, colliders, 0, room);
    g->t.pairs.pair     = mas_span_part(g->t.pairs.pair, 0, pairs);
    g->t.pairs.capacity = pairs;
    for (uint32_t k = 0; k < WAYS; ++k)
        mas_cells_plan(&g->way[k], &gpu->arena, &g->t.array, &g->t.pairs, k);
    test_allocate(gpu);
    for (uint32_t k = 0; k < WAYS; ++k)
        test_try(mas_cells_create(&g->way[k], &gpu->kernels, &g->t.array, &g->t.pairs));
    g->c = oracle_create_colliders(colliders, 0);
}

static void run(test_gpu* gpu, const grid_test* g, uint32_t way, float cell)
{
    mas_cells_record(&g->way[way], test_record(gpu), g->c.params.colliders, cell);
    test_submit(gpu);
}

static void expect_registration(test_gpu* gpu, const grid_test* g, uint32_t way, float cell)
{
    const mas_cells* s = &g->way[way];
    const uint32_t n   = g->c.params.colliders;
    oracle_cells twin  = oracle_register_cells(&g->c, way, cell);
    uint32_t runs;
    test_download(gpu, s->runs, &runs, sizeof runs);
    munit_assert_uint32(runs, ==, twin.runs);
    for (uint32_t t = twin.entries; t < CELLS_EACH * n; ++t)
        twin.key[t] = CELLS_NONE; // the rest is not used
    test_expect_array(gpu, "cell keys", s->key, twin.key, CELLS_EACH * n);
    test_expect_array(gpu, "cell entries", s->entry, twin.entry, twin.entries);
    test_expect_array(gpu, "collision cells", s->run, twin.run, twin.runs);
    if (way == CELLS_LABELS)
    {
        cells_home* home = calloc(n + 1, sizeof *home);
        test_download(gpu, s->link, home, n * sizeof *home);
        for (uint32_t i = 0; i < n; ++i)
            munit_assert_uint32(home[i].control, ==, twin.control[i]);
        free(home);
    }
    oracle_destroy_cells(&twin);
}

// Both registrations.
static void check(test_gpu* gpu, const grid_test* g, float cell)
{
    oracle_pairs expected = oracle_find_pairs(&g->c);
    test_upload_boxes(gpu, &g->t, &g->c);
    for (uint32_t way = CELLS_LABELS; way <= CELLS_OWNER; ++way)
    {
        run(gpu, g, way, cell);
        test_expect_known_pairs(gpu, &g->t, g->c.params.colliders, &expected);
        expect_registration(gpu, g, way, cell);
    }
    oracle_destroy_pairs(&expected);
}

// The pairs of one scene, in their order, are the same everywhere.
static void expect_same_everywhere(test_gpu* gpu, grid_test* g)
{
    static const uint64_t expected[WAYS] = { 16349421343818595434u, 9935879136850954922u, 16349421343818595434u };
    test_fill_mixed(&g->c, CAPACITY, 11);
    test_upload_boxes(gpu, &g->t, &g->c);
    for (uint32_t way = 0; way < WAYS; ++way)
    {
        run(gpu, g, way, 0.0f);
        test_expect_pairs(gpu, &g->t, &g->c);
        munit_assert_uint64(test_hash_pairs(gpu, &g->t), ==, expected[way]);
    }
}

// proves: 002-27, 002-34. Red when the sequential grid, with its homes first and its phantoms behind them, leaves out
// or doubles a pair.
static void expect_sequential(const oracle_colliders* c)
{
    oracle_pairs expected = oracle_find_pairs(c);
    for (uint32_t way = CELLS_LABELS; way <= CELLS_OWNER; ++way)
    {
        oracle_cells cells = oracle_register_cells(c, way, 0.0f);
        oracle_pairs found = oracle_find_pairs_in_cells(c, &cells);
        munit_assert_uint32(found.count, ==, expected.count);
        for (uint32_t k = 0; k < found.count; ++k)
            munit_assert_true(found.pair[k].a == expected.pair[k].a && found.pair[k].b == expected.pair[k].b);
        oracle_destroy_pairs(&found);
        oracle_destroy_cells(&cells);
    }
    oracle_destroy_pairs(&expected);
}

// proves: 002-25, 002-28, 002-29, 002-30, 002-31, 002-32, 002-33, 002-35, 002-37, 002-39, 002-41, 002-44, 002-45,
// 002-46, 000-36, 000-37, 000-38, 000-39, 000-40, 000-42, 000-43. Red when cells are smaller than 3.41 radii, balls are
// not entered sqrt 2 larger, labels are compared the other way round, phantoms are sorted before homes, an id forgets
// to wrap, a run's first entry is skipped, or owner takes the lower of the two lowest cells.
static MunitResult finds_all_pairs(const MunitParameter params[], void* fixture)
{
    (void)params;
    grid_test g;
    make(fixture, &g, CAPACITY, PAIRS, PAIRS);
    static const uint32_t size[] = { 0, 1, 2, 3, 63, 64, 65, 257, CAPACITY };
    for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        for (size_t k = 0; k < MAS_COUNT(size); ++k)
        {
            test_fill_boxes(&g.c, scene, size[k], 31 * size[k] + scene);
            check(fixture, &g, 0.0f);
        }
    expect_same_everywhere(fixture, &g);
    oracle_destroy_colliders(&g.c);
    return MUNIT_OK;
}

static MunitResult finds_all_pairs_of_small_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    grid_test g;
    make(fixture, &g, CAPACITY, PAIRS, PAIRS);
    uint64_t seed         = 5;
    const uint32_t scenes = test_is_lavapipe25() ? 1000 : 200;
    for (uint32_t k = 0; k < scenes; ++k)
    {
        const uint32_t n = test_random(&seed) % 40;
        test_fill_boxes(&g.c, test_random(&seed) % BOXES_SCENES, n, seed);
        check(fixture, &g, k % 3 == 0 ? test_uniform(&seed, 0.0f, 5.0f) : 0.0f);
    }
    oracle_destroy_colliders(&g.c);
    return MUNIT_OK;
}

static MunitResult finds_all_pairs_of_large_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    enum
    {
        LARGE = 5000,
        CROWD = 1000
    };
    grid_test g;
    make(fixture, &g, LARGE, 600000, 600000);
    for (uint32_t k = 0; k < 20; ++k)
    {
        const test_boxes scene = k % BOXES_SCENES;
        test_fill_boxes(&g.c, scene, scene == BOXES_ALL || scene == BOXES_SAME ? CROWD : LARGE, 100 + k);
        check(fixture, &g, 0.0f);
    }
    oracle_destroy_colliders(&g.c);
    return MUNIT_OK;
}

static void shift(grid_test* g, uint32_t i, float x, float y, float z)
{
    collider_box* b = &g->c.box[i];
    b->lo.x += x, b->hi.x += x;
    b->lo.y += y, b->hi.y += y;
    b->lo.z += z, b->hi.z += z;
}

// Five crowds, each 1024 cells or a multiple from the next: all of them have the same ids. Red when a coordinate spills
// into another's bits, or when a pair is met twice because its cells have company.
static void far_cells_may_share_an_id(test_gpu* gpu, grid_test* g)
{
    static const float wrap = 1024.0f * 4.0f;
    for (uint32_t k = 0; k < 4; ++k)
    {
        test_fill_boxes(&g->c, k % 2 == 0 ? BOXES_UNIFORM : BOXES_BORDERS, CAPACITY, k);
        for (uint32_t i = 0; i < CAPACITY; ++i)
        {
            const float m = (float)(i % 5) - 2.0f;
            shift(g, i, m * wrap, k < 2 ? 0.0f : m * wrap, i % 2 == 0 ? wrap : -wrap);
        }
        check(gpu, g, 4.0f);
        // They do share them: one crowd is a few cells wide.
        oracle_cells all = oracle_register_cells(&g->c, CELLS_LABELS, 4.0f);
        munit_assert_uint32(all.runs, <, 64);
        oracle_destroy_cells(&all);
    }
}

// Red when a cell that is too small for the largest collider is taken as it is, or when one that is large enough is
// not.
static void takes_any_cell_size(test_gpu* gpu, grid_test* g)
{
    static const float cell[] = { -1.0f, 1e-30f, 0.001f, 1.0f, 4.0f, 1000.0f, 1e9f, 1e30f };
    for (size_t k = 0; k < MAS_COUNT(cell); ++k)
    {
        test_fill_boxes(&g->c, k % 2 == 0 ? BOXES_UNIFORM : BOXES_FAR, 300, k);
        test_upload_boxes(gpu, &g->t, &g->c);
        for (uint32_t way = CELLS_LABELS; way <= CELLS_OWNER; ++way)
        {
            run(gpu, g, way, cell[k]);
            test_expect_pairs(gpu, &g->t, &g->c);
            if (cell[k] > 0.0f && cell[k] <= 1e9f) expect_registration(gpu, g, way, cell[k]);
        }
    }
    test_fill_boxes(&g->c, BOXES_UNIFORM, CAPACITY, 1);
    check(gpu, g, 0.0f);
    oracle_cells small = oracle_register_cells(&g->c, CELLS_OWNER, 0.0f);
    oracle_cells large = oracle_register_cells(&g->c, CELLS_OWNER, 100.0f);
    munit_assert_uint32(large.runs, <, small.runs);
    oracle_destroy_cells(&small);
    oracle_destroy_cells(&large);
}

// Points, and boxes of no size that touch.
static void boxes_may_have_no_size(test_gpu* gpu, grid_test* g)
{
    for (uint32_t k = 0; k < 4; ++k)
    {
        test_fill_boxes(&g->c, BOXES_UNIFORM, 200, k);
        for (uint32_t i = 0; i < 200; ++i)
        {
            const float x = k == 0 ? 0.0f : (float)(i % 3) - 1.0f, y = k == 2   ? 1e-30f * (float)i
                                                                       : k == 3 ? 1e5f
                                                                                : 0.0f;
            g->c.box[i] = (collider_box){ { x, y, -x, 0.0f }, { x, y, -x, 0.0f } };
        }
        check(gpu, g, 0.0f);
    }
}

// proves: 002-43. Red when one thread per collision cell and one per home entry differ in a pair or its place. Few
// enough that no thread of lavapipe 22 needs more than the 65535 turns that it has.
static void by_cell_is_the_same(test_gpu* gpu, grid_test* g)
{
    for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
    {
        test_fill_boxes(&g->c, scene, 300, scene);
        if (scene != BOXES_PLANES) expect_sequential(&g->c);
        test_upload_boxes(gpu, &g->t, &g->c);
        run(gpu, g, CELLS_LABELS, 0.0f);
        const uint64_t expected = test_hash_pairs(gpu, &g->t);
        run(gpu, g, CELLS_BY_CELL, 0.0f);
        test_expect_pairs(gpu, &g->t, &g->c);
        munit_assert_uint64(test_hash_pairs(gpu, &g->t), ==, expected);
    }
}

// proves: 002-42. Red when the set of candidates that are pairs, of which the second walk writes, is not what the first
// one counted, or when more candidates than it has bits are cut off.
static void keeps_what_it_found(test_gpu* gpu, grid_test* g)
{
    uint32_t beyond = 0, within = 0;
    for (uint32_t k = 0; k < 2; ++k)
    {
        test_fill_boxes(&g->c, k == 0 ? BOXES_UNIFORM : BOXES_ALL, CAPACITY, 3);
        test_upload_boxes(gpu, &g->t, &g->c);
        run(gpu, g, CELLS_LABELS, 0.0f);
        test_expect_pairs(gpu, &g->t, &g->c);
        cells_home* home = calloc(CAPACITY, sizeof *home);
        uint32_t *count = calloc(CAPACITY, sizeof *count), *first = calloc(CAPACITY, sizeof *first);
        uint32_t* entry     = calloc(CELLS_EACH * CAPACITY, sizeof *entry);
        collider_pair* pair = calloc(PAIRS, sizeof *pair);
        test_download(gpu, g->way[CELLS_LABELS].link, home, CAPACITY * sizeof *home);
        test_download(gpu, g->way[CELLS_LABELS].entry, entry, CELLS_EACH * CAPACITY * sizeof *entry);
        test_download(gpu, g->t.pairs.count, count, CAPACITY * sizeof *count);
        test_download(gpu, g->t.pairs.first, first, CAPACITY * sizeof *first);
        test_download(gpu, g->t.pairs.pair, pair, PAIRS * sizeof *pair);
        for (uint32_t i = 0; i < CAPACITY; ++i)
        {
            const uint32_t candidates = home[i].end - home[i].next;
            uint32_t hits             = 0;
            beyond += candidates > CELLS_HITS;
            if (candidates > CELLS_HITS) continue;
            for (uint32_t n = 0; n < candidates; ++n)
            {
                if ((home[i].hit[n / 32] >> n % 32 & 1) == 0) continue;
                const uint32_t j      = entry[home[i].next + n] & CELLS_SLOT_MASK;
                const collider_pair p = pair[first[i] + hits++];
                munit_assert_true((p.a == i && p.b == j) || (p.a == j && p.b == i));
            }
            munit_assert_uint32(hits, ==, count[i]);
            within += hits;
        }
        free(home), free(count), free(first), free(entry), free(pair);
    }
    munit_assert_uint32(beyond, >, 100);
    munit_assert_uint32(within, >, 1000);
}

// proves: 000-41. Red when a collider is entered twice in cells of one label: then the cells of a label, taken
// together, share no collider, and eight rounds over the labels never touch one twice at once.
static void labels_share_nobody(test_gpu* gpu, grid_test* g)
{
    for (uint32_t way = CELLS_LABELS; way <= CELLS_OWNER; ++way)
        for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        {
            test_fill_boxes(&g->c, scene, CAPACITY, scene);
            test_upload_boxes(gpu, &g->t, &g->c);
            run(gpu, g, way, 0.0f);
            uint32_t *key   = calloc(CELLS_EACH * CAPACITY, sizeof *key),
                     *entry = calloc(CELLS_EACH * CAPACITY, sizeof *entry);
            uint8_t* seen   = calloc(CAPACITY, sizeof *seen);
            test_download(gpu, g->way[way].key, key, CELLS_EACH * CAPACITY * sizeof *key);
            test_download(gpu, g->way[way].entry, entry, CELLS_EACH * CAPACITY * sizeof *entry);
            for (uint32_t t = 0; t < CELLS_EACH * CAPACITY && key[t] != CELLS_NONE; ++t)
            {
                const uint32_t id = key[t] >> 1, i = entry[t] & CELLS_SLOT_MASK;
                const uint32_t label = (id & 1) | (id >> 10 & 1) << 1 | (id >> 20 & 1) << 2;
                munit_assert_uint32(seen[i] >> label & 1, ==, 0);
                seen[i] |= (uint8_t)(1u << label);
            }
            free(key), free(entry), free(seen);
        }
}

static MunitResult odd_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    grid_test g;
    make(fixture, &g, CAPACITY, PAIRS, PAIRS);
    far_cells_may_share_an_id(fixture, &g);
    takes_any_cell_size(fixture, &g);
    boxes_may_have_no_size(fixture, &g);
    by_cell_is_the_same(fixture, &g);
    keeps_what_it_found(fixture, &g);
    labels_share_nobody(fixture, &g);
    oracle_destroy_colliders(&g.c);
    return MUNIT_OK;
}

// proves: 000-44. Red when pairs are not listed for later, or those that find no room are written all the same, or not
// counted.
static MunitResult counts_what_finds_no_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        ROOM  = 100,
        AFTER = 4000
    };
    grid_test g;
    make(fixture, &g, CAPACITY, ROOM, ROOM + AFTER);
    const mas_span all  = { g.t.pairs.pair.memory, sizeof(collider_pair), g.t.pairs.pair.offset,
                            (ROOM + AFTER) * sizeof(collider_pair) };
    collider_pair* pair = malloc((ROOM + AFTER) * sizeof *pair);
    test_fill_boxes(&g.c, BOXES_UNIFORM, CAPACITY, 1);
    test_upload_boxes(fixture, &g.t, &g.c);
    for (uint32_t way = 0; way < WAYS; ++way)
    {
        memset(pair, 0xAB, (ROOM + AFTER) * sizeof *pair);
        test_upload(fixture, all, pair, (ROOM + AFTER) * sizeof *pair);
        run(fixture, &g, way, 0.0f);
        test_expect_pairs(fixture, &g.t, &g.c);
        test_download(fixture, all, pair, (ROOM + AFTER) * sizeof *pair);
        for (uint32_t k = 0; k < ROOM; ++k)
            munit_assert_uint32(pair[k].a, <, CAPACITY);
        for (uint32_t k = ROOM; k < ROOM + AFTER; ++k)
            munit_assert_true(pair[k].a == 0xABABABAB && pair[k].b == 0xABABABAB);
    }
    free(pair);
    oracle_destroy_colliders(&g.c);
    return MUNIT_OK;
}

#define GPU test_gpu_setup, test_gpu_tear_down, 0

static MunitTest tests[] = {
    { "/finds-all-pairs", finds_all_pairs, GPU, test_group_sizes },
    { "/finds-all-pairs-of-small-scenes", finds_all_pairs_of_small_scenes, GPU, NULL },
    { "/finds-all-pairs-of-large-scenes", finds_all_pairs_of_large_scenes, GPU, NULL },
    { "/odd-scenes", odd_scenes, GPU, NULL },
    { "/counts-what-finds-no-room", counts_what_finds_no_room, GPU, NULL },
    { 0 },
};
MunitSuite test_cells_suite = { "/cells", tests, NULL, 1, 0 };
