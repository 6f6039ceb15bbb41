// Neighbour lists against brute force and against the oracle's order. Red when a pair is missed or met twice, a list's
// order changes with the table, a list runs over, or windows of the lists disagree.
#include "particles.h"
#include "oracle/exact.h"
#include "oracle/grid.h"
#include "oracle/search.h"
#include "wrapper.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 600, 4097 };
static const float mixed[]    = { 0.1f, 0.2f, 0.8f, 0.4f };
static const float wild[]     = { 0.1f, 0.2f, 0.8f, 3.0f }; // 1 : 30, beyond MAS_MAX_RADIUS_RATIO
static const float huge[]     = { 0.1f, 10.0f };            // its rows are longer than the table
static const float equal[]    = { 0.1f, 0.1f, 0.1f, 0.1f };
static const float sinking[]  = { 0.8f, 0.2f, 0.1f };

static int by_value(const void* a, const void* b)
{
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return x < y ? -1 : x > y;
}

// The lists as sets, sorted, against a look at all pairs.
static void expect_all_pairs(const oracle_particles* p, const uint32_t* count, const uint32_t* entry)
{
    uint32_t* all = malloc(p->slots * sizeof *all + 1);
    uint32_t* set = malloc(p->neighbours * sizeof *set);
    for (uint32_t i = 0; i < p->start[p->cells]; ++i)
    {
        const uint32_t n = oracle_search_all(p, i, all);
        if (n > p->neighbours) munit_errorf("the list is too short for this cloud: %u", n);
        if (n != count[i]) munit_errorf("place %u has %u neighbours, all pairs say %u", i, count[i], n);
        memcpy(set, &entry[(uint64_t)i * p->neighbours], n * sizeof *set);
        qsort(set, n, sizeof *set, by_value);
        if (memcmp(set, all, n * sizeof *set) != 0) munit_errorf("place %u has other neighbours than all pairs say", i);
    }
    free(all);
    free(set);
}

static void run(test_gpu* gpu, const test_particles* t, oracle_particles* p)
{
    test_upload_particles(gpu, t, p);
    mas_recorder* rec = test_record(gpu);
    mas_grid_record(&t->grid, rec, p->slots, MAS_FROM_SLOTS);
    mas_search_record(&t->search, rec, p->slots, t->layers);
    test_submit(gpu);
    oracle_grid(p);
    oracle_search(p);
}

static void check(test_gpu* gpu, const test_particles* t, oracle_particles* p)
{
    uint32_t* count = malloc(p->slots * sizeof *count + 1);
    uint32_t* entry = malloc((uint64_t)p->slots * p->neighbours * sizeof *entry + 1);
    run(gpu, t, p);
    test_download_lists(gpu, t, p->slots, count, entry);
    expect_all_pairs(p, count, entry);
    test_expect_lists(gpu, t, p);
    free(count);
    free(entry);
}

// Clouds where everybody meets everybody are small, and lists have room for all of them.
static void check_some_clouds(test_gpu* gpu, uint32_t layers, const float* radius, uint32_t cells, uint32_t most,
                              bool teams)
{
    test_particles t;
    test_make_particles(gpu, &t, &(test_particles_desc){ most, layers > 1 ? most : 200, layers, cells, 0, !teams });
    oracle_particles p = test_create_twin(&t, radius);
    for (test_cloud c = 0; c < CLOUDS; ++c)
        for (size_t k = 0; k < MAS_COUNT(sizes) && sizes[k] <= most; ++k)
        {
            if ((c == CLOUD_TIGHT || c == CLOUD_POINT || c == CLOUD_BORDERS) && sizes[k] > 200) continue;
            if (layers > 1 && sizes[k] > 2 && sizes[k] % 32 != 1) continue; // big particles are slow to look around
            test_fill_particles(&p, c, sizes[k], c % 2 == 0 ? 0 : 5);
            check(gpu, &t, &p);
        }
    oracle_destroy_particles(&p);
}

static void check_clouds(test_gpu* gpu, uint32_t layers, const float* radius, uint32_t cells, uint32_t most)
{
    check_some_clouds(gpu, layers, radius, cells, most, false);
}

// proves: 000-46, 003-19 and 003-21. Red when a cell is smaller than the reach, one of the 27 is left out, or far
// cells, which share entries of a small table with near ones, are cut off or met as neighbours.
static MunitResult one_layer(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float odd[] = { 0.0237f }, big[] = { 71.3f };
    check_clouds(fixture, 1, odd, 0, 4097);
    check_clouds(fixture, 1, mixed, 256, 600); // far rows lie on each other, and the table's end is everywhere
    check_clouds(fixture, 1, big, 512, 129);
    return MUNIT_OK;
}

// The same where the device's subgroups are not what search_together.comp is written for.
static MunitResult one_by_one(const MunitParameter params[], void* fixture)
{
    test_gpu* gpu = fixture;
    munit_assert_uint32(gpu->device->limits.subgroup, ==, 0); // the floor has none
    return one_layer(params, fixture);
}

// One list for eight places where the device's subgroups have eight lanes: whoever one of them has, once, in order. Red
// when an entry is missing, stands twice, or is counted for another lane.
static MunitResult teams(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (test_is_lavapipe25())
    {
        test_particles t;
        test_make_particles(fixture, &t, &(test_particles_desc){ 8, 8, 1, 0, 0, false });
        munit_assert_string_equal(t.search.walk[0].kernel.name, "search_teams");
    }
    static const float odd[] = { 0.0237f }, big[] = { 71.3f };
    check_some_clouds(fixture, 1, odd, 0, 4097, true);
    check_some_clouds(fixture, 1, mixed, 256, 600, true);
    check_some_clouds(fixture, 1, big, 512, 129, true);
    return MUNIT_OK;
}

static void check_any_layer(test_gpu* gpu, bool teams)
{
    enum
    {
        N = 1000
    };
    test_particles t;
    test_make_particles(gpu, &t, &(test_particles_desc){ N, 200, 1, 0, 0, !teams });
    oracle_particles p = test_create_twin(&t, mixed);
    for (uint32_t layer = 1; layer < PARTICLE_MAX_LAYERS; ++layer)
    {
        particle_layer only[PARTICLE_MAX_LAYERS] = { { 0 } };
        test_fill_particles(&p, CLOUD_RANDOM, N, 5);
        only[layer]                   = p.params.layer[p.params.only_layer];
        const oracle_particles before = p;
        p.params = mas_particle_params(only, PARTICLE_MAX_LAYERS, p.cells, p.neighbours, 0, p.params.gravity, 0.01f);
        for (uint32_t i = 0; i < N; ++i)
            if (oracle_bits(p.position[i].w) != 0) p.position[i].w = oracle_particle_tag(i, layer);
        check(gpu, &t, &p);
        p.params = before.params;
    }
    oracle_destroy_particles(&p);
}

// A world's only kind may live in any layer: the others were destroyed, or not made yet.
static MunitResult any_one_layer(const MunitParameter params[], void* fixture)
{
    (void)params;
    check_any_layer(fixture, false);
    check_any_layer(fixture, true);
    return MUNIT_OK;
}

static MunitResult layers_meet(const MunitParameter params[], void* fixture)
{
    (void)params;
    check_clouds(fixture, 4, mixed, 0, 129);
    // Mesa 22 ends the loops of a thread after 65535 turns.
    if (test_is_lavapipe25()) check_clouds(fixture, 4, wild, 0, 33);
    if (test_is_lavapipe25()) check_clouds(fixture, 2, huge, 256, 33);
    check_clouds(fixture, 4, equal, 256, 129);
    check_clouds(fixture, 2, equal, 0, 129);
    check_clouds(fixture, 3, sinking, 256, 129);
    return MUNIT_OK;
}

// proves: 003-25. Red when the one walk, whose lists every pass reads, leaves out a layer, stores another place than it
// compared, or keeps a candidate of another row.
// Large clouds of several layers: the grids are really walked, and the biggest see hundreds of rows.
static MunitResult many_layers(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ 1500, 1500, 3, 0, 0 });
    oracle_particles p = test_create_twin(&t, mixed);
    test_fill_particles(&p, CLOUD_RANDOM, 1500, 0);
    check(fixture, &t, &p);
    test_fill_particles(&p, CLOUD_FAR, 1500, 3);
    check(fixture, &t, &p);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

// The rows of a search, with all that rounding may add, never share a key: nobody is met twice.
static MunitResult rows_lie_apart(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    const particle_layer layer = { .radius = 0.1f };
    for (uint32_t cells = 256; cells <= 2 * MAS_MAX_PARTICLES; cells *= 2)
    {
        const particle_params p = mas_particle_params(&layer, 1, cells, 48, 0, (mas_vec4){ 0 }, 0.01f);
        munit_assert_uint32(p.key.x & p.key.y & p.key.z & 1u, ==, 1);
        for (int y = -2; y <= 2; ++y)
            for (int z = -2; z <= 2; ++z)
            {
                const uint32_t gap    = oracle_grid_key((oracle_cell){ 0, y, z }, 0, &p);
                const uint32_t widest = 2 * PARTICLE_CELLS_PER_REACH + PARTICLE_TEAM_SPAN; // keys after the first
                munit_assert_true((y == 0 && z == 0) || (gap > widest && cells - gap > widest));
            }
    }
    return MUNIT_OK;
}

// Rows, cells and slots make the order, and none of them knows the table: the same lists of slots from any table.
static MunitResult table_changes_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N    = 1500,
        ROOM = 400
    };
    static const uint32_t cells[] = { 4096, 256, 1024 };
    uint32_t* list[MAS_COUNT(cells)];
    for (size_t k = 0; k < MAS_COUNT(cells); ++k)
    {
        test_particles t;
        test_make_particles(fixture, &t, &(test_particles_desc){ 2048, ROOM, 2, cells[k], 0 });
        oracle_particles p = test_create_twin(&t, mixed);
        test_fill_particles(&p, CLOUD_RANDOM, N, 0);
        run(fixture, &t, &p);
        uint32_t* count = malloc(N * sizeof *count);
        uint32_t* entry = malloc(N * ROOM * sizeof *entry);
        list[k]         = calloc(N * (ROOM + 1), sizeof *list[k]);
        test_download_lists(fixture, &t, N, count, entry);
        for (uint32_t i = 0; i < N; ++i)
        {
            const uint32_t slot        = oracle_bits(p.sorted_position[i].w) & PARTICLE_SLOT_MASK;
            list[k][slot * (ROOM + 1)] = count[i];
            for (uint32_t n = 0; n < count[i]; ++n)
                list[k][slot * (ROOM + 1) + 1 + n] =
                    oracle_bits(p.sorted_position[entry[i * ROOM + n]].w) & PARTICLE_SLOT_MASK;
        }
        if (k > 0) munit_assert_memory_equal(N * (ROOM + 1) * sizeof *list[k], list[k], list[0]);
        free(count);
        free(entry);
        oracle_destroy_particles(&p);
    }
    for (size_t k = 0; k < MAS_COUNT(cells); ++k)
        free(list[k]);
    return MUNIT_OK;
}

// Too many neighbours: the first ones are kept, what was needed is told, nobody's list is touched by another.
static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_particles t;
    for (uint32_t layers = 0; layers <= 2; ++layers)
    {
        const bool together = layers == 0; // one layer, lists of teams
        test_make_particles(fixture, &t, &(test_particles_desc){ 1000, 7, together ? 1 : layers, 0, 0, !together });
        oracle_particles p = test_create_twin(&t, mixed);
        for (test_cloud c = 0; c < CLOUDS; ++c)
        {
            test_fill_particles(&p, c, 999, 0);
            run(fixture, &t, &p);
            test_expect_lists(fixture, &t, &p);
            test_expect_state(fixture, &t, &p);
            if (c == CLOUD_POINT) munit_assert_uint32(p.counters.neighbours_needed, ==, 998);
        }
        oracle_destroy_particles(&p);
    }
    return MUNIT_OK;
}

// Two or four together, far from others, and room for their neighbours only. Four are in four rows of cells, so that
// eight places that follow each other are of eight fours: their list has as many rows as it may have. Red when what
// waits is stored over the last row.
static MunitResult full_lists(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t counts[] = { 8, 16, 996 };
    for (uint32_t room = 1; room <= 3; room += 2)
    {
        test_particles t;
        test_make_particles(fixture, &t, &(test_particles_desc){ 1000, room, 1, 0, 0, false });
        oracle_particles p = test_create_twin(&t, mixed);
        for (size_t k = 0; k < MAS_COUNT(counts); ++k)
        {
            test_fill_particles(&p, CLOUD_ROW, counts[k], 0);
            for (uint32_t i = 0; i < counts[k]; ++i)
            {
                const uint32_t n = i / (room + 1);
                const float side = 0.05f - 0.1f * (float)(i % 2), height = i / 2 % 2 == 0 || room == 1 ? 0.05f : -0.05f;
                const mas_vec4 x = { (float)n, side, height, 0.0f };
                test_set_particle(&p, i, 0, x, (mas_vec4){ 0.0f }, 1.0f);
            }
            check(fixture, &t, &p);
            for (uint32_t i = 0; i < counts[k]; ++i)
                munit_assert_uint32(p.neighbour_count[i], ==, room);
        }
        if (test_is_lavapipe25())
            munit_assert_uint32(test_longest_team_list(fixture, &t, 996), ==, PARTICLE_TEAM * room);
        oracle_destroy_particles(&p);
    }
    return MUNIT_OK;
}

// Lists larger than what a device binds: several windows, the same lists.
static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 19; // 2520 lists of 52 words, in windows of 2304
    test_particles t;
    test_make_particles(gpu, &t, &(test_particles_desc){ 8100, 50, 1, 0, 0 });
    munit_assert_uint32(t.search.walk[0].window_items, ==, 2304);
    munit_assert_uint32(t.search.walk[0].window_count, ==, 4);
    munit_assert_uint32(t.contact.push[0].window_count, ==, 4);
    oracle_particles p              = test_create_twin(&t, mixed);
    static const uint32_t windows[] = { 1, 2303, 2304, 2305, 4608, 6913, 8100 };
    for (size_t k = 0; k < MAS_COUNT(windows); ++k)
    {
        test_fill_particles(&p, CLOUD_RANDOM, windows[k], 0);
        run(gpu, &t, &p);
        test_expect_lists(gpu, &t, &p);
        test_expect_state(gpu, &t, &p);
    }
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/one-layer", one_layer, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/one-by-one", one_by_one, wrapper_setup, wrapper_tear_down, 0, test_group_sizes },
    { "/teams", teams, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/any-one-layer", any_one_layer, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/layers-meet", layers_meet, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/many-layers", many_layers, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/rows-lie-apart", rows_lie_apart, NULL, NULL, 0, NULL },
    { "/table-changes-nothing", table_changes_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/overflow-is-counted", overflow_is_counted, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/full-lists", full_lists, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_search_suite = { "/search", tests, NULL, 1, 0 };
