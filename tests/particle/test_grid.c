// The particle grid against its oracle, bit for bit. Red when a particle gets another cell or another place in it, a
// dead or bad one takes part, a bad one is not retired and counted, or something behind the slots in use is touched.
#include "particles.h"
#include "oracle/exact.h"
#include "oracle/grid.h"

#include <math.h>

static const uint32_t sizes[]    = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
static const float radii[]       = { 0.1f, 0.2f, 0.8f, 3.0f };
static const float odd_radius[]  = { 0.0237f };
static const uint32_t NEIGHBOURS = 8;

static void check(test_gpu* gpu, const test_particles* t, oracle_particles* p)
{
    test_upload_particles(gpu, t, p);
    mas_grid_record(&t->grid, test_record(gpu), p->slots, MAS_FROM_SLOTS);
    test_submit(gpu);
    oracle_grid(p);
    test_expect_sorted(gpu, t, p);
    test_expect_state(gpu, t, p);
}

// proves: 000-47, 000-48 and 003-24. Red when a particle's key is that of another cell, counts are not cleared before
// they are counted, a cell's first place or end is off by one, or those of a cell do not stand by slot.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_particles t;
    for (uint32_t layers = 1; layers <= PARTICLE_MAX_LAYERS; layers += 3)
    {
        test_make_particles(fixture, &t, &(test_particles_desc){ 4500, NEIGHBOURS, layers, 0, 0 });
        oracle_particles p = test_create_twin(&t, layers > 1 ? radii : odd_radius);
        for (test_cloud c = 0; c < CLOUDS; ++c)
            for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
            {
                test_fill_particles(&p, c, sizes[k], c % 2 == 0 ? 0 : 5);
                check(fixture, &t, &p);
            }
        oracle_destroy_particles(&p);
    }
    return MUNIT_OK;
}

static MunitResult large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    enum
    {
        N = 300007
    };
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ N, NEIGHBOURS, 1, 0, 0 });
    oracle_particles p = test_create_twin(&t, radii);
    test_fill_particles(&p, CLOUD_RANDOM, N, 7);
    check(fixture, &t, &p);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

// Each kind of number that has no cell is retired once, its slot is empty, and nobody else changes.
static MunitResult retires_the_bad(const MunitParameter params[], void* fixture)
{
    (void)params;
    const float cell   = 2.0f * radii[0] * (float)PARTICLE_CELL_MARGIN;
    const float beyond = 131073.0f * cell, inside = 131071.0f * cell;
    const float values[] = { oracle_from_bits(0x7FC00000u),
                             oracle_from_bits(0xFF800001u),
                             INFINITY,
                             -INFINITY,
                             beyond,
                             -beyond,
                             3.0e38f,
                             1.0e30f };
    enum
    {
        N = 200
    };
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ N, NEIGHBOURS, 1, 0, 0 });
    oracle_particles p = test_create_twin(&t, radii);
    test_fill_particles(&p, CLOUD_RANDOM, N, 0);
    for (uint32_t k = 0; k < 3 * MAS_COUNT(values); ++k)
    {
        float* x = &p.position[7 * k + 3].x;
        x[k % 3] = values[k / 3];
    }
    p.position[1].x = inside;
    p.position[2].z = -inside;
    check(fixture, &t, &p);
    munit_assert_uint32(p.counters.retired, ==, 3 * MAS_COUNT(values));
    munit_assert_uint32(p.start[p.cells], ==, N - 3 * MAS_COUNT(values));
    check(fixture, &t, &p); // nobody is retired twice
    munit_assert_uint32(p.counters.retired, ==, 3 * MAS_COUNT(values));
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

// proves: 003-20. Red when the key of a cell forgets a sign or weighs two axes alike: cells that mirror each other, or
// have their coordinates changed over, then share an entry. A table where chance alone lets hardly any of them meet.
static MunitResult mirrored_cells_differ(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ 1 << 16, NEIGHBOURS, 1, 0, 0 });
    oracle_particles p                = test_create_twin(&t, radii);
    const float cell                  = 2.0f * radii[0] * (float)PARTICLE_CELL_MARGIN;
    const float at[]                  = { 2.25f, 5.5f, 11.5f }; // cells, away from their borders
    static const uint32_t order[6][3] = {
        { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 }
    };
    for (uint32_t i = 0; i < 48; ++i)
    {
        const float side[] = { i & 1 ? cell : -cell, i & 2 ? cell : -cell, i & 4 ? cell : -cell };
        const uint32_t* o  = order[i / 8];
        test_set_particle(&p, i, 0, (mas_vec4){ side[0] * at[o[0]], side[1] * at[o[1]], side[2] * at[o[2]], 0.0f },
                          (mas_vec4){ 0 }, 1.0f);
    }
    check(fixture, &t, &p);
    uint32_t shared = 0;
    for (uint32_t k = 0; k < p.cells; ++k)
        shared += p.start[k + 1] - p.start[k] > 1;
    munit_assert_uint32(shared, ==, 0);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/large", large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/mirrored-cells-differ", mirrored_cells_differ, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/retires-the-bad", retires_the_bad, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_grid_suite = { "/grid", tests, NULL, 1, 0 };
