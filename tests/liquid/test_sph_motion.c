// What the liquid with a state equation does without walls: densities of a lattice, a lone pair in closed form,
// gravity, momentum, XSPH.
#include "sph.h"
#include "oracle/vec.h"

#include <math.h>

static const double pi     = 3.14159265358979323846;
static const float spacing = 0.05f;

// proves: 000-70, 003-03. Red when the density of a lattice is not 1 wherever it has all its neighbours, or a particle
// does not count itself: alone it has a fifth.
static MunitResult lattice_density(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sph t;
    test_make_sph(fixture, &t, 343, 64);
    for (uint32_t liquids = 1; liquids <= 3; liquids += 2)
    {
        oracle_liquid l = test_create_sph_twin(&t, spacing, liquids);
        test_fill_lattice(&l, 7, 7, 7, (mas_vec4){ -0.5f, 1.0f, 0.25f, 0.0f });
        test_expect_sph_part(fixture, &t, &l, test_sph_no_walls);
        uint32_t inside = 0;
        for (uint32_t i = 0; i < 343; ++i)
        {
            const uint32_t slot = oracle_bits(l.particles->sorted_position[i].w) & PARTICLE_SLOT_MASK;
            const uint32_t at[] = { slot % 7, slot / 7 % 7, slot / 49 };
            bool all            = true;
            for (int k = 0; k < 3; ++k)
                all = all && at[k] > 0 && at[k] < 6;
            inside += all;
            if (all) munit_assert_float(fabsf(l.packed[i] - 1.0f), <, 2e-6f);
            if (!all) munit_assert_float(l.packed[i], <, 0.99f);
        }
        munit_assert_uint32(inside, ==, 125);
        test_destroy_sph_twin(&l);
    }
    test_make_sph(fixture, &t, 1, 4);
    oracle_liquid l = test_create_sph_twin(&t, spacing, 1);
    test_fill_lattice(&l, 1, 1, 1, (mas_vec4){ 0 });
    test_expect_sph_part(fixture, &t, &l, test_sph_no_walls);
    munit_assert_double(fabs((double)l.packed[0] - 315 / (64 * pi * 8) / 1.00977517), <, 1e-6);
    test_destroy_sph_twin(&l);
    return MUNIT_OK;
}

// Two particles r apart along x: density, pressure, viscosity and the velocities after one part, as the formulas have
// them in double. Accelerations are force densities over density: a = f / rho, not f / m.
static void check_pair(test_gpu* gpu, const test_sph* t, uint32_t liquids, float exponent, float r, float slide)
{
    oracle_liquid l   = test_create_sph_twin(t, spacing, liquids);
    l.params.exponent = exponent;
    l.params.volume *= 4.0f; // packed enough to push with two of them
    const uint32_t kind[] = { liquids > 1 ? 0 : 2, 2 };
    test_sph_set_drop(&l, 0, kind[0], (mas_vec4){ 0.1f, 0.2f, 0.3f, 0 }, (mas_vec4){ 0, 0, -slide, 0 });
    test_sph_set_drop(&l, 1, kind[1], (mas_vec4){ 0.1f + r, 0.2f, 0.3f, 0 }, (mas_vec4){ 0, 0, slide, 0 });
    const double d = (double)l.particles->position[1].x - (double)l.particles->position[0].x;
    test_expect_sph_part(gpu, t, &l, test_sph_no_walls);

    const double h = 2 * (double)spacing, volume = (double)l.params.volume, part = (double)l.params.part;
    const double lone = 315 / (64 * pi * pow(h, 9));
    double mass[2], rho[2], p[2], mu[2];
    for (int i = 0; i < 2; ++i)
    {
        mass[i]            = (double)l.params.kind[kind[i]].mass;
        const double rest  = mass[i] / volume;
        rho[i]             = mass[i] * lone * (pow(h, 6) + pow(h * h - d * d, 3));
        const double dense = rho[i] / rest, stiff = (double)l.params.stiffness;
        p[i]  = exponent == 1   ? stiff * (rho[i] - rest)
                : exponent == 7 ? stiff * rest / 7 * (pow(dense, 7) - 1)
                                : stiff * rho[i];
        p[i]  = fmax(p[i], 0);
        mu[i] = rest * (double)l.params.kind[kind[i]].viscosity * h * h / (15 * (double)l.params.substep);
        munit_assert_double(fabs((double)l.packed[i] / dense - 1), <, 1e-5);
    }
    const double spiky = 45 / (pi * pow(h, 6)) * pow(h - d, 2), laplacian = 45 / (pi * pow(h, 6)) * (h - d);
    for (int i = 0; i < 2; ++i)
    {
        const int j       = 1 - i;
        const mas_vec4 v  = l.particles->velocity[i];
        const double side = i == 0 ? -1 : 1, away = side * mass[j] / rho[j] * (p[0] + p[1]) / 2 * spiky / rho[i];
        const double drag = -side * mass[j] / rho[j] * (mu[0] + mu[1]) / 2 * 2 * (double)slide * laplacian / rho[i];
        munit_assert_double(fabs((double)v.x - part * away), <, 1e-5 * fabs(part * away) + 1e-7);
        munit_assert_float(v.y, ==, 0.0f);
        munit_assert_double(fabs((double)v.z - side * (double)slide - part * drag), <, 1e-5 * fabs(part * drag) + 2e-7);
    }
    munit_assert_double(p[0] + p[1], >, 0);
    test_destroy_sph_twin(&l);
}

// In one place there is no direction: they part all the same, with opposite momenta.
static void check_coincident(test_gpu* gpu, const test_sph* t, uint32_t liquids)
{
    oracle_liquid l = test_create_sph_twin(t, spacing, liquids);
    l.params.volume *= 4.0f;
    for (uint32_t i = 0; i < 2; ++i)
        test_sph_set_drop(&l, i, liquids > 1 ? i : 2, (mas_vec4){ 0.1f, 0.2f, 0.3f, 0 }, (mas_vec4){ 0 });
    test_expect_sph_part(gpu, t, &l, test_sph_no_walls);
    const mas_vec4 a = l.particles->velocity[0], b = l.particles->velocity[1];
    munit_assert_float(a.y, <, -0.1f);
    munit_assert_float(fabsf(a.y / a.w + b.y / b.w), <=, 1e-6f * fabsf(a.y / a.w));
    test_destroy_sph_twin(&l);
}

// proves: 000-72, 003-05, 003-06. Red when the spiky gradient has another power than 2, the mean pressure or viscosity
// is one side's own, or a force density is divided by a mass instead of a density.
static MunitResult lone_pair(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float exponents[] = { 1.0f, 7.0f, 0.0f };
    test_sph t;
    test_make_sph(fixture, &t, 2, 4);
    for (uint32_t liquids = 1; liquids <= 3; liquids += 2)
        check_coincident(fixture, &t, liquids);
    for (uint32_t liquids = 1; liquids <= 3; liquids += 2)
        for (size_t e = 0; e < MAS_COUNT(exponents); ++e)
            for (float r = 0.01f; r < 0.05f; r += 0.013f)
                check_pair(fixture, &t, liquids, exponents[e], r, r < 0.02f ? 0.0f : 0.3f);
    return MUNIT_OK;
}

// proves: 003-09, 003-10. Red when gravity acts another number of times, or places follow the other one of old and new
// velocity than was asked for.
static MunitResult falls(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        PARTS = 32
    };
    test_sph t;
    test_make_sph(fixture, &t, 1, 4);
    for (uint32_t old = 0; old < 2; ++old)
    {
        oracle_liquid l         = test_create_sph_twin(&t, spacing, 1);
        l.params.gravity        = (mas_vec4){ 0.5f, -8.0f, 0.0f, 0.0f };
        l.params.explicit_steps = old;
        test_sph_parts(&l, 1.0f / 1024.0f); // all of it exact
        test_sph_set_drop(&l, 0, 2, (mas_vec4){ 0, 1, 0, 0 }, (mas_vec4){ 0, 0, 1, 0 });
        test_run_sph_parts(fixture, &t, &l, PARTS);
        const mas_vec4 x = l.particles->position[0], v = l.particles->velocity[0];
        const float n = old ? PARTS * (PARTS - 1) / 2.0f : PARTS * (PARTS + 1) / 2.0f;
        munit_assert_float(v.x, ==, 0.5f * PARTS / 1024.0f);
        munit_assert_float(v.y, ==, -8.0f * PARTS / 1024.0f);
        munit_assert_float(v.z, ==, 1.0f);
        munit_assert_float(x.x, ==, 0.5f * n / 1048576.0f);
        munit_assert_float(x.y, ==, 1.0f - 8.0f * n / 1048576.0f);
        munit_assert_float(x.z, ==, PARTS / 1024.0f);
        test_destroy_sph_twin(&l);
    }
    return MUNIT_OK;
}

// A tight ball of liquids that flies apart, its parts with random speeds around a centre that rests.
static void burst(oracle_liquid* l, uint32_t n)
{
    uint64_t seed    = n;
    const float side = 0.4f * l->params.spacing * cbrtf((float)n);
    double mass      = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t liquid = l->params.liquids > 1 ? i % l->params.liquids : l->params.only;
        test_sph_set_drop(l, i, liquid, test_uniform4(&seed, -side, side), test_uniform4(&seed, -1.0f, 1.0f));
        mass += (double)l->params.kind[liquid].mass;
    }
    const test_liquid_totals sum = test_sum_liquid(l);
    for (uint32_t i = 0; i < n; ++i)
    {
        l->particles->velocity[i].x -= (float)(sum.momentum[0] / mass);
        l->particles->velocity[i].y -= (float)(sum.momentum[1] / mass);
        l->particles->velocity[i].z -= (float)(sum.momentum[2] / mass);
    }
}

static double momentum_share(const oracle_liquid* l)
{
    const test_liquid_totals t = test_sum_liquid(l);
    return sqrt(t.momentum[0] * t.momentum[0] + t.momentum[1] * t.momentum[1] + t.momentum[2] * t.momentum[2]) /
           t.moving;
}

// Without walls only rounding of the sums is left, whatever the masses. Red when the two sides of a pair disagree.
static MunitResult momentum_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N     = 400,
        PARTS = 1000,
        CHUNK = 50
    };
    static const float exponents[] = { 1.0f, 7.0f, 0.0f };
    test_sph t;
    test_make_sph(fixture, &t, N, 399);
    for (uint32_t liquids = 1; liquids <= LIQUID_MAX; liquids += 7)
        for (size_t e = 0; e < MAS_COUNT(exponents); ++e)
        {
            oracle_liquid l    = test_create_sph_twin(&t, spacing, liquids);
            l.params.exponent  = exponents[e];
            l.params.smoothing = 0.5f;
            l.params.stiffness = 100.0f;
            burst(&l, N);
            const test_liquid_totals start = test_sum_liquid(&l);
            double worst                   = 0;
            for (uint32_t i = 0; i < (test_is_lavapipe25() ? PARTS : PARTS / 5); i += CHUNK)
            {
                test_run_sph_parts(fixture, &t, &l, CHUNK);
                worst = fmax(worst, momentum_share(&l));
            }
            munit_assert_uint32(l.particles->counters.retired | l.particles->counters.neighbours_needed, ==, 0);
            munit_logf(MUNIT_LOG_INFO, "%u liquids, exponent %g: momentum at most %.2g of its parts", liquids,
                       (double)exponents[e], worst);
            munit_assert_double(worst, <, 1e-6);
            munit_assert_double(test_sum_liquid(&l).kinetic, !=, start.kinetic);
            test_destroy_sph_twin(&l);
        }
    return MUNIT_OK;
}

// kg m/s and its spread: what the places did in a part.
static test_liquid_totals motion_of_places(const oracle_liquid* l, const mas_vec4* before)
{
    test_liquid_totals t = { { 0 }, 0, 0, 0 };
    for (uint32_t i = 0; i < l->particles->slots; ++i)
    {
        const mas_vec4 x = l->particles->position[i];
        const double m = 1 / (double)l->particles->velocity[i].w, per_part = m * (double)l->params.inverse_part;
        const double v[] = { (double)x.x - before[i].x, (double)x.y - before[i].y, (double)x.z - before[i].z };
        for (int k = 0; k < 3; ++k)
        {
            t.momentum[k] += per_part * v[k];
            t.kinetic += 0.5 * per_part * v[k] * v[k] * (double)l->params.inverse_part;
        }
    }
    return t;
}

// proves: 003-08. Red when XSPH has the other sign, loses a particle's own velocity, or weighs a pair by one side's
// density alone, so that momentum changes.
static MunitResult xsph_evens_out(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 300
    };
    test_sph t;
    test_make_sph(fixture, &t, N, N);
    for (uint32_t liquids = 1; liquids <= 3; liquids += 2)
    {
        double last = 1e30;
        for (int step = 0; step <= 4; ++step)
        {
            oracle_liquid l    = test_create_sph_twin(&t, spacing, liquids);
            l.params.stiffness = 0.0f; // nothing but XSPH
            for (uint32_t i = 0; i < LIQUID_MAX; ++i)
                l.params.kind[i].viscosity = 0.0f;
            l.params.smoothing = 0.25f * (float)step;
            burst(&l, N);
            mas_vec4 before[N];
            for (uint32_t i = 0; i < N; ++i)
            {
                l.particles->velocity[i].x += 2.0f; // a stream goes on as it is
                before[i] = l.particles->position[i];
            }
            const test_liquid_totals start = test_sum_liquid(&l);
            test_expect_sph_part(fixture, &t, &l, test_sph_no_walls);
            const test_liquid_totals now = test_sum_liquid(&l), moved = motion_of_places(&l, before);
            for (int k = 0; k < 3; ++k) // places are rounded to 2^-25 m, speeds from them to 3e-5 m/s
                munit_assert_double(fabs(moved.momentum[k] - start.momentum[k]), <, 2e-6 * start.moving);
            munit_assert_double(now.kinetic, ==, start.kinetic); // velocity stays the particle's own
            munit_assert_double(moved.kinetic, <, last * (step < 2 ? 1.0 : 0.99));
            if (step == 0) munit_assert_double(fabs(moved.kinetic / start.kinetic - 1), <, 1e-5);
            last = moved.kinetic;
            test_destroy_sph_twin(&l);
        }
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/lattice-density", lattice_density, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/lone-pair", lone_pair, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/falls", falls, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/momentum-stays", momentum_stays, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/xsph-evens-out", xsph_evens_out, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sph_motion_suite = { "/sph_motion", tests, NULL, 1, 0 };
