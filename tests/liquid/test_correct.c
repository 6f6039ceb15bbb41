// Corrections against the oracle, bit for bit, and what they do. Red when a pair pushes one side more than the other, a
// wall lets a particle through or holds it back, walls come in another order, or a motion that is no number is kept.
#include "liquids.h"
#include "oracle/correct.h"
#include "oracle/density.h"
#include "oracle/exact.h"
#include "wrapper.h"

#include <math.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };

// Passes over what find_neighbours left, each compared; the last one with the end of the part.
static void check(test_gpu* gpu, const test_liquids* t, test_pool* p, uint32_t passes)
{
    const oracle_particles* o = &p->particles;
    const uint32_t n = o->start[o->cells], liquids = p->liquid.params.liquids;
    test_upload_walls(gpu, t, p);
    for (uint32_t k = 0; k < passes; ++k)
    {
        mas_recorder* rec = test_record(gpu);
        mas_density_record(&t->density, rec, &t->liquid, o->slots, liquids, k == 0);
        mas_correct_record(&t->correct, rec, &t->liquid, o->slots, liquids, k == 0, k + 1 == passes);
        test_submit(gpu);
        oracle_density(&p->liquid, k == 0);
        oracle_correct(&p->liquid, k == 0);
        if (k + 1 == passes) break;
        test_expect_array(gpu, "place", t->array.sorted_position, o->sorted_position, n);
        test_expect_array(gpu, "shift", t->liquid.shift, p->liquid.shift, n);
    }
    oracle_correct_commit(&p->liquid);
    test_expect_carried(gpu, t, p);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_liquids t;
    test_make_liquids(fixture, &t, 4500, 64);
    for (uint32_t liquids = 1; liquids <= LIQUID_MAX; liquids += LIQUID_MAX - 1)
    {
        test_pool p;
        test_create_pool(&p, 4500, 64, liquids);
        for (test_cloud c = 0; c < CLOUDS; ++c)
            for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
            {
                if ((c == CLOUD_TIGHT || c == CLOUD_POINT) && sizes[k] > 200) continue; // everybody meets everybody
                p.liquid.params.kind[0].drag = k % 2 == 0 ? 0.3f : 0.0f;
                test_fill_pool(&p, c, sizes[k], c % 2 == 0 ? 0 : 5);
                p.liquid.state.speed = oracle_bits(k % 3 == 0 ? 100.0f : 0.0f); // parts of two lengths
                test_find_neighbours(fixture, &t, &p);
                test_scatter_walls(&p);
                check(fixture, &t, &p, 1 + k % 3);
            }
        test_destroy_pool(&p);
    }
    return MUNIT_OK;
}

// The same where the device's subgroups are not what correct_teams.comp is written for.
static MunitResult one_by_one(const MunitParameter params[], void* fixture)
{
    test_gpu* gpu = fixture;
    munit_assert_uint32(gpu->device->limits.subgroup, !=, PARTICLE_TEAM); // the floor has none
    return matches_oracle(params, fixture);
}

// One part of one particle that flies into a floor; its gap half a spacing below the least.
static mas_vec4 land(test_gpu* gpu, const test_liquids* t, test_pool* p, float start, float drag)
{
    const mas_vec4 v                   = { 2.0f, -3.0f, 0.0f, 0.0f };
    p->liquid.params.gravity           = (mas_vec4){ 0 };
    p->liquid.params.kind[0].drag      = drag;
    p->liquid.params.kind[0].viscosity = 0.0f;
    p->particles.slots                 = 0;
    p->liquid.state                    = (liquid_state){ 0 };
    test_set_drop(p, 0, 0, (mas_vec4){ 0.0f, start, 0.0f, 0.0f }, v);
    test_find_neighbours(gpu, t, p);
    p->liquid.wall_count[0] = 1;
    p->liquid.wall[0].plane = (mas_vec4){ 0.0f, 1.0f, 0.0f, p->particles.sorted_position[0].y };
    p->liquid.wall[0].way   = (mas_vec4){ 0 };
    check(gpu, t, p, 2);
    return p->particles.velocity[0];
}

// Who reaches a wall stops at half a spacing from it and keeps what is along it, but for the drag. Who was too near
// already comes out at 3 m/s at most; who is away from it is not touched.
static MunitResult walls_hold(const MunitParameter params[], void* fixture)
{
    (void)params;
    const float d = TEST_SPACING, half = 0.5f * d;
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 64, 8);
    test_create_pool(&p, 64, 8, 1);
    mas_vec4 v = land(fixture, &t, &p, half + 0.004f, 0.0f);
    munit_assert_double(fabs(p.particles.position[0].y - half), <, 1e-7);
    munit_assert_double(fabs(v.y + 0.004 * 240.0), <, 1e-4);
    munit_assert_float(v.x, ==, 2.0f);
    v = land(fixture, &t, &p, half + 0.004f, 0.25f);
    munit_assert_double(fabs(v.x - 1.5), <, 1e-5);
    v = land(fixture, &t, &p, 0.1f * d, 0.0f); // 0.4 spacings deep; 3 m/s are a quarter of one
    munit_assert_double(fabs(v.y - 3.0), <, 1e-4);
    v = land(fixture, &t, &p, 0.45f * d, 0.0f);
    munit_assert_double(fabs(v.y - 0.05 * d * 240.0), <, 1e-4);
    v = land(fixture, &t, &p, 1.5f * d, 0.25f);
    munit_assert_float(v.x, ==, 2.0f);
    munit_assert_float(v.y, ==, -3.0f);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// A wall that comes nearer pushes with its own speed, and one that slides takes along what it drags at.
static MunitResult walls_carry(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 64, 8);
    test_create_pool(&p, 64, 8, 1);
    p.liquid.params.gravity      = (mas_vec4){ 0 };
    p.liquid.params.kind[0].drag = 0.25f;
    const mas_vec4 way           = { 0.008f, 0.004f, 0.0f, 0.0f };
    test_set_drop(&p, 0, 0, (mas_vec4){ 0 }, (mas_vec4){ 0 });
    test_find_neighbours(fixture, &t, &p);
    p.liquid.wall_count[0] = 1;
    p.liquid.wall[0]       = (liquid_wall){ { 0.0f, 1.0f, 0.0f, 0.5f * TEST_SPACING - way.y }, way };
    check(fixture, &t, &p, 2);
    munit_assert_double(fabs(p.particles.velocity[0].y - way.y * 240.0), <, 1e-4);
    munit_assert_double(fabs(p.particles.velocity[0].x - 0.25 * way.x * 240.0), <, 1e-4);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// Particles pressed together move apart, those at rest or further apart do not move at all: nobody is pulled.
static MunitResult pushes_only(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        EDGE = 6
    };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 256, 64);
    test_create_pool(&p, 256, 64, 1);
    p.liquid.params.gravity = (mas_vec4){ 0 };
    for (int tight = 0; tight <= 1; ++tight)
    {
        p.liquid.state = (liquid_state){ 0 };
        test_set_block(&p, 0, EDGE, (mas_vec4){ 0 }, tight ? 0.9f : 1.01f);
        const mas_vec4 first = p.particles.position[0], last = p.particles.position[EDGE * EDGE * EDGE - 1];
        test_find_neighbours(fixture, &t, &p);
        test_no_walls(&p.liquid, NULL);
        check(fixture, &t, &p, 2);
        const mas_vec4 low = p.particles.position[0], high = p.particles.position[EDGE * EDGE * EDGE - 1];
        const float grown = (first.x - low.x) + (first.y - low.y) + (high.x - last.x) + (high.z - last.z);
        if (tight)
            munit_assert_float(grown, >, 0.01f * TEST_SPACING);
        else
            munit_assert_float(grown, ==, 0.0f);
    }
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// Who is in one place with others goes apart from them, the lower place down: two in the middle of a block, three at
// its corner, and more than a row of a list by themselves. Eight lanes leave such lists to another loop.
static MunitResult one_place_is_left(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        EDGE   = 5,
        BLOCK  = EDGE * EDGE * EDGE,
        MIDDLE = BLOCK / 2,
        CROWD  = BLOCK + 3,
        ALL    = CROWD + 12
    };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 256, 96);
    test_create_pool(&p, 256, 96, 1);
    p.liquid.params.gravity = (mas_vec4){ 0 };
    for (uint32_t passes = 1; passes <= 3; ++passes)
    {
        p.liquid.state = (liquid_state){ 0 };
        test_set_block(&p, 0, EDGE, (mas_vec4){ 0 }, 1.0f);
        test_set_drop(&p, BLOCK, 0, p.particles.position[MIDDLE], (mas_vec4){ 0 });
        for (uint32_t i = BLOCK + 1; i < CROWD; ++i)
            test_set_drop(&p, i, 0, p.particles.position[0], (mas_vec4){ 0 });
        for (uint32_t i = CROWD; i < ALL; ++i)
            test_set_drop(&p, i, 0, (mas_vec4){ 3.0f, 1.0f, 0.0f, 0.0f }, (mas_vec4){ 0 });
        test_find_neighbours(fixture, &t, &p);
        test_no_walls(&p.liquid, NULL);
        check(fixture, &t, &p, passes);
        const mas_vec4* x = p.particles.position;
        munit_assert_float(x[BLOCK].y, >, x[MIDDLE].y);
        munit_assert_float(x[CROWD - 1].y, >, x[0].y);
        for (uint32_t i = CROWD + 1; i < ALL; ++i)
            munit_assert_float(x[i].y, >, x[i - 1].y);
    }
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// Speeds beyond all numbers: no NaN in what a part leaves.
static MunitResult nothing_bad_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 130
    };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, N, 64);
    test_create_pool(&p, N, 64, 2);
    test_fill_pool(&p, CLOUD_RANDOM, N, 0);
    test_set_drop(&p, 7, 0, (mas_vec4){ 100.0f, 0.0f, 0.0f, 0.0f }, (mas_vec4){ -1.0f, 0.0f, 0.0f, 0.0f });
    p.particles.velocity[3].y  = 3.0e38f;
    p.particles.velocity[50].x = oracle_from_bits(0x7F800000u);
    p.particles.velocity[70].z = oracle_from_bits(0x7FC00000u);
    p.particles.velocity[90].z = -1.0e25f;
    test_find_neighbours(fixture, &t, &p);
    munit_assert_uint32(p.particles.counters.retired, ==, 4);
    test_scatter_walls(&p);
    // A wall without measure, before the one who is alone: what it asks for is no number.
    for (uint32_t i = 0; i < p.particles.start[p.particles.cells]; ++i)
    {
        if (p.particles.sorted_position[i].x < 50.0f) continue;
        p.liquid.wall_count[i]                          = 1;
        p.liquid.wall[(uint64_t)i * LIQUID_WALLS].plane = (mas_vec4){ 3.4e38f, 0.0f, 0.0f, -1.0f };
    }
    check(fixture, &t, &p, 1);
    uint32_t lost = 0;
    for (uint32_t i = 0; i < N; ++i)
    {
        const float* x = &p.particles.position[i].x;
        const float* v = &p.particles.velocity[i].x;
        lost += x[0] == (float)PARTICLE_LOST;
        for (int k = 0; k < 4; ++k)
            munit_assert_true(oracle_is_finite(x[k]) && oracle_is_finite(v[k]));
    }
    munit_assert_uint32(lost, ==, 1);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/one-by-one", one_by_one, wrapper_setup, wrapper_tear_down, 0, test_group_sizes },
    { "/walls-hold", walls_hold, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/walls-carry", walls_carry, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/pushes-only", pushes_only, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/one-place-is-left", one_place_is_left, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/nothing-bad-stays", nothing_bad_stays, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_correct_suite = { "/correct", tests, NULL, 1, 0 };
