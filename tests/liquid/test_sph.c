// A part of the liquid with a state equation against the oracle, bit for bit. Red when a kernel, a pressure law, a wall
// or a sum is left out or done in another order, a liquid takes another's mass, or a motion that is no number reaches
// the state.
#include "sph.h"
#include "oracle/vec.h"

#include <math.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
static const float spacing    = 0.05f;

// None to four walls of any kind, moving, near and far, some of them deep in the particle; every 17th goes down a
// drain.
static void any_walls(oracle_liquid* l, uint32_t place)
{
    uint64_t seed        = 3 * place + 11;
    l->wall_count[place] = place % 17 == 16 ? LIQUID_GONE : place % (LIQUID_WALLS + 1);
    for (uint32_t k = 0; k < LIQUID_WALLS; ++k)
    {
        const mas_vec4 r = test_uniform4(&seed, -1.0f, 1.0f), way = test_uniform4(&seed, -0.01f, 0.01f);
        mas_vec4 plane                    = vec_xyz0(oracle_normalize3((oracle_vec3){ r.x, r.y, r.z }));
        plane.w                           = 0.12f * r.w;
        l->wall[place * LIQUID_WALLS + k] = (liquid_wall){ plane, way };
    }
}

// The state of the fill has random layers and masses: make drops of it.
static void fill(oracle_liquid* l, test_cloud cloud, uint32_t n)
{
    test_fill_particles(l->particles, cloud, n, n > 40 ? 7 : 0);
    l->params.slots = n;
    l->state        = (liquid_state){ 0 };
    for (uint32_t i = 0; i < n; ++i)
    {
        const mas_vec4 x = l->particles->position[i], v = l->particles->velocity[i];
        if (oracle_bits(x.w) == 0) continue;
        test_sph_set_drop(l, i, l->params.liquids > 1 ? i * 5 % l->params.liquids : l->params.only, x, v);
    }
}

// proves: 003-07, 003-12. Red when forces are summed before all densities are known, or when density, place and
// velocity do not stand in arrays of their own.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float exponents[] = { 1.0f, 7.0f, 0.0f };
    test_sph t;
    test_make_sph(fixture, &t, 4097, 64);
    uint32_t turn = 0;
    for (uint32_t liquids = 1; liquids <= LIQUID_MAX; liquids += 7)
    {
        oracle_liquid l  = test_create_sph_twin(&t, spacing, liquids);
        l.params.gravity = (mas_vec4){ 0.25f, -9.81f, 0.5f, 0.0f };
        for (uint32_t i = 0; i < LIQUID_MAX; ++i)
            l.params.kind[i].drag = 0.1f * (float)i;
        for (test_cloud c = 0; c < CLOUDS; ++c)
            for (size_t k = 0; k < MAS_COUNT(sizes); ++k, ++turn)
            {
                if (c > CLOUD_LATTICE && sizes[k] > 200) continue;
                l.params.exponent       = exponents[turn % 3];
                l.params.smoothing      = turn % 4 == 0 ? 0.0f : 0.25f;
                l.params.explicit_steps = turn / 2 % 2;
                fill(&l, c, sizes[k]);
                test_expect_sph_part(fixture, &t, &l, k % 3 == 0 ? test_sph_no_walls : any_walls);
                test_expect_sph_part(fixture, &t, &l, any_walls); // and on from there
            }
        test_destroy_sph_twin(&l);
    }
    return MUNIT_OK;
}

// Speeds beyond all numbers: no NaN in the state, and whoever touched one is lost.
static MunitResult nothing_bad_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 130
    };
    test_sph t;
    test_make_sph(fixture, &t, N, 64);
    for (uint32_t steps = 0; steps < 2; ++steps)
    {
        oracle_liquid l         = test_create_sph_twin(&t, spacing, 1);
        oracle_particles* p     = l.particles;
        l.params.explicit_steps = steps;
        fill(&l, CLOUD_ROWS, N);
        p->velocity[3].y  = 3.0e38f;
        p->velocity[50].x = oracle_from_bits(0x7F800000u);
        p->velocity[71].z = oracle_from_bits(0x7FC00000u);
        test_expect_sph_part(fixture, &t, &l, any_walls);
        for (uint32_t i = 0; i < N; ++i)
        {
            const float* x = &p->position[i].x;
            const float* v = &p->velocity[i].x;
            for (int k = 0; k < 4; ++k)
                munit_assert_true(oracle_is_finite(x[k]) && oracle_is_finite(v[k]));
        }
        munit_assert_float(p->position[50].x, ==, (float)PARTICLE_LOST);
        munit_assert_float(p->position[71].x, ==, (float)PARTICLE_LOST);
        p->counters.retired = 0;
        test_expect_sph_part(fixture, &t, &l, any_walls); // the next grid retires them
        munit_assert_uint32(p->counters.retired, >=, 2);
        munit_assert_uint32(oracle_bits(p->position[50].w) | oracle_bits(p->position[71].w), ==, 0);
        test_destroy_sph_twin(&l);
    }
    return MUNIT_OK;
}

// A list without entries dispatches nothing: a part that does not run changes nothing.
static MunitResult parts_that_do_not_run(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_sph t;
    test_make_sph(gpu, &t, 64, 64);
    const mas_vec4 before = { 1.0f, 2.0f, 3.0f, 4.0f };
    const liquid_state s  = { .speed = 7 };
    test_upload(gpu, t.particles.array.carried_position, &before, sizeof before);
    test_upload(gpu, t.array.state, &s, sizeof s);
    test_set_list(gpu, t.array.slots_list, 0, 64);
    mas_sph_record(&t.sph, test_record(gpu), t.array.slots_list, 64, 1);
    test_submit(gpu);
    test_expect_array(gpu, "carried position", t.particles.array.carried_position, &before, 1);
    test_expect_array(gpu, "state", t.array.state, &s, 1);
    return MUNIT_OK;
}

// Sound of 30 m/s and a speed of 2 cross 0.4 of a reach of 0.1 m in 1.25 ms: 3.33 of them are a 240th.
static MunitResult says_how_many_parts(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    liquid_params p = { .reach = 0.1f, .substep = 1.0f / 240.0f, .stiffness = 900.0f };
    munit_assert_uint32(mas_sph_parts(&p, 2.0f), ==, 4);
    munit_assert_uint32(mas_sph_parts(&p, 0.0f), ==, 4);
    munit_assert_uint32(mas_sph_parts(&p, 10.0f), ==, 5);
    p.explicit_steps = 1; // half a viscosity is 0.08 m^2/s, over 900: 89 us
    p.kind[1]        = (liquid_kind){ .inverse_mass = 1.0f, .viscosity = 0.5f };
    munit_assert_uint32(mas_sph_parts(&p, 0.0f), ==, 47);
    p.kind[1].viscosity = 0.0f;
    munit_assert_uint32(mas_sph_parts(&p, 0.0f), >, LIQUID_MAX_PARTS);
    p.explicit_steps = 0;
    p.stiffness      = 0.0f;
    munit_assert_uint32(mas_sph_parts(&p, 0.0f), ==, 1);
    p.stiffness = INFINITY;
    munit_assert_uint32(mas_sph_parts(&p, 0.0f), >, LIQUID_MAX_PARTS);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/nothing-bad-stays", nothing_bad_stays, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/parts-that-do-not-run", parts_that_do_not_run, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/says-how-many-parts", says_how_many_parts, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_sph_suite = { "/sph", tests, NULL, 1, 0 };
