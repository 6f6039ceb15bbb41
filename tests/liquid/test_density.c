// Densities and multipliers against the oracle, bit for bit, and what they mean. Red when a neighbour, a wall or the
// particle itself is left out or counted twice, a neighbour weighs with the mass of another liquid, or a multiplier
// pulls.
#include "liquids.h"
#include "oracle/density.h"
#include "oracle/exact.h"
#include "oracle/weight.h"
#include "wrapper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };

// A pass over what find_neighbours left; so_far: with corrections and multipliers of passes before.
static void check(test_gpu* gpu, const test_liquids* t, test_pool* p, bool so_far)
{
    const oracle_particles* o = &p->particles;
    const uint32_t n          = o->start[o->cells];
    uint64_t seed             = n;
    for (uint32_t i = 0; i < n && so_far; ++i)
    {
        p->liquid.shift[i]   = oracle_flush4(test_uniform4(&seed, -0.01f, 0.01f));
        p->liquid.shift[i].w = -1e-5f * (float)(test_random(&seed) % 100);
    }
    test_upload(gpu, t->liquid.shift, p->liquid.shift, n * sizeof(mas_vec4));
    test_upload_walls(gpu, t, p);
    mas_density_record(&t->density, test_record(gpu), &t->liquid, o->slots, p->liquid.params.liquids, !so_far);
    test_submit(gpu);
    oracle_density(&p->liquid, !so_far);
    test_expect_array(gpu, "packed", t->liquid.packed, p->liquid.packed, n);
    test_expect_array(gpu, "weighed", t->liquid.weighed, p->liquid.weighed, n);
    for (uint32_t i = 0; i < n; ++i)
        munit_assert_float(p->liquid.weighed[i].w + (so_far ? p->liquid.shift[i].w : 0.0f), <=, 1e-9f);
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
                test_fill_pool(&p, c, sizes[k], c % 2 == 0 ? 0 : 5);
                test_find_neighbours(fixture, &t, &p);
                test_scatter_walls(&p);
                check(fixture, &t, &p, k % 2 == 1);
            }
        test_destroy_pool(&p);
    }
    return MUNIT_OK;
}

// The same where the device's subgroups are not what density_teams.comp is written for.
static MunitResult one_by_one(const MunitParameter params[], void* fixture)
{
    test_gpu* gpu = fixture;
    munit_assert_uint32(gpu->device->limits.subgroup, !=, PARTICLE_TEAM); // the floor has none
    return matches_oracle(params, fixture);
}

// Somebody whom a pass has thrown out of all reach, so far that the square of the way is no number, spoils the sums of
// his neighbours and no others, also where eight go through one list.
static MunitResult spoils_neighbours_only(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N    = 600,
        LOST = 300
    };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, N, 64);
    test_create_pool(&p, N, 64, 1);
    test_fill_pool(&p, CLOUD_RANDOM, N, 0);
    test_find_neighbours(fixture, &t, &p);
    test_no_walls(&p.liquid, NULL);
    memset(p.liquid.shift, 0, N * sizeof *p.liquid.shift);
    p.particles.sorted_position[LOST].x = 1e30f;
    test_upload(fixture, t.array.sorted_position, p.particles.sorted_position, N * sizeof(mas_vec4));
    test_upload(fixture, t.liquid.shift, p.liquid.shift, N * sizeof(mas_vec4));
    test_upload_walls(fixture, &t, &p);
    mas_density_record(&t.density, test_record(fixture), &t.liquid, N, 1, false);
    test_submit(fixture);
    oracle_density(&p.liquid, false);
    static float found[N];
    uint32_t spoiled = 0;
    test_download(fixture, t.liquid.packed, found, sizeof found);
    for (uint32_t i = 0; i < N; ++i)
    {
        const bool bad = isnan(p.liquid.packed[i]);
        munit_assert_int(isnan(found[i]) != 0, ==, bad);
        if (!bad) munit_assert_uint32(oracle_bits(found[i]), ==, oracle_bits(p.liquid.packed[i]));
        spoiled += bad;
    }
    munit_assert_uint32(spoiled, ==, p.particles.neighbour_count[LOST] + 1);
    munit_assert_uint32(spoiled, <, N / 2);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// The kernel as the seed writes it, in doubles.
static double kernel(double q)
{
    const double pi = acos(-1.0);
    return q < 1.0 ? 21.0 / (2.0 * pi) * pow(1.0 - q, 4.0) * (1.0 + 4.0 * q) : 0.0;
}

// Weight of a half space from s reaches on: slices of the ball around the particle, each the integral of W over a disc.
static double half_space(double s)
{
    enum
    {
        SLICES = 2000
    };
    const double pi = acos(-1.0);
    double sum      = 0.0;
    for (int i = 0; i < SLICES; ++i)
    {
        const double z = s + (1.0 - s) * (i + 0.5) / SLICES;
        double disc    = 0.0;
        for (int k = 0; k < SLICES / 4; ++k)
        {
            const double r = (k + 0.5) / (SLICES / 4);
            disc += 2.0 * pi * r * kernel(sqrt(z * z + r * r)) / (SLICES / 4);
        }
        sum += disc * (1.0 - s) / SLICES;
    }
    return sum;
}

// The kernel integrates to 1; what the twin weighs pairs and walls with is that kernel, its slope and its integral.
static MunitResult weighs_as_written(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    test_pool p;
    test_create_pool(&p, 64, 8, 1);
    const liquid_params* l = &p.liquid.params;
    const double pi = acos(-1.0), h = l->reach, v = l->volume;
    double whole = 0.0;
    for (int i = 0; i < 20000; ++i)
    {
        const double q = (i + 0.5) / 20000.0;
        whole += 4.0 * pi * q * q * kernel(q) / 20000.0;
    }
    munit_assert_double(fabs(whole - 1.0), <, 1e-7);
    for (int i = 1; i <= 64; ++i)
    {
        const float r    = (float)(h * i / 60.0);
        const mas_vec4 a = { 1.0f, 2.0f, 3.0f, 0.0f }, b = { 1.0f, 2.0f - r, 3.0f, 0.0f };
        const double q = (a.y - b.y) / h, e = 1e-5;
        const oracle_weight w = oracle_weigh(l, a, b, false);
        munit_assert_double(fabs(oracle_weight_scale(l) * w.weight - v / (h * h * h) * kernel(q)), <, 2e-6);
        const double slope = v / (h * h * h * h) * (kernel(q - e) - kernel(q + e)) / (2.0 * e);
        munit_assert_double(fabs(oracle_weight_slope_scale(l) * w.slope * w.apart.y - slope), <, 2e-4);
    }
    munit_assert_float(oracle_wall_weight(0.0f), ==, 0.5f);
    for (int i = 0; i <= 20; ++i)
    {
        const double s = i / 20.0, e = 1e-3;
        munit_assert_double(fabs(oracle_wall_weight((float)s) - half_space(s)), <, 2e-5);
        if (i == 0 || i == 20) continue;
        const double slope = (half_space(s - e) - half_space(s + e)) / (2.0 * e);
        munit_assert_double(fabs(oracle_wall_slope((float)s) - slope), <, 2e-3);
    }
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// A lattice of the spacing has density 1 inside, a lone particle its own weight, a pair that and the other's. Beside a
// wall half a spacing away, the half space stands for the layers that are missing there, and weighs what they do.
static MunitResult lattice_is_1(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        EDGE = 7,
        LONE = EDGE * EDGE * EDGE
    };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 512, 64);
    test_create_pool(&p, 512, 64, 1);
    p.liquid.params.gravity = (mas_vec4){ 0 };
    test_set_block(&p, 0, EDGE, (mas_vec4){ 0 }, 1.0f);
    test_set_drop(&p, LONE, 0, (mas_vec4){ 3.0f, 0.0f, 0.0f, 0.0f }, (mas_vec4){ 0 });
    test_set_drop(&p, LONE + 1, 0, (mas_vec4){ 5.0f, 0.0f, 0.0f, 0.0f }, (mas_vec4){ 0 });
    test_set_drop(&p, LONE + 2, 0, (mas_vec4){ 5.0f, 0.0f, 0.5f * TEST_SPACING, 0.0f }, (mas_vec4){ 0 });
    test_find_neighbours(fixture, &t, &p);
    test_no_walls(&p.liquid, NULL);
    uint32_t wet = 0;
    for (uint32_t i = 0; i < p.particles.start[p.particles.cells]; ++i)
        if (p.particles.sorted_position[i].y == 0.0f && p.particles.sorted_position[i].x < 1.0f)
        {
            p.liquid.wall_count[i]                          = 1;
            p.liquid.wall[(uint64_t)i * LIQUID_WALLS].plane = (mas_vec4){ 0.0f, 1.0f, 0.0f, 0.5f * TEST_SPACING };
        }
    check(fixture, &t, &p, false);
    const double scale = LIQUID_VOLUME / (LIQUID_REACH * LIQUID_REACH * LIQUID_REACH);
    const double own = scale * kernel(0.0), other = scale * kernel(0.5 / LIQUID_REACH);
    for (uint32_t i = 0; i < p.particles.start[p.particles.cells]; ++i)
    {
        const uint32_t slot  = oracle_bits(p.particles.sorted_position[i].w) & PARTICLE_SLOT_MASK;
        const double density = p.liquid.packed[i];
        if (slot == LONE) munit_assert_double(fabs(density - own), <, 1e-6);
        if (slot > LONE) munit_assert_double(fabs(density - own - other), <, 1e-5);
        if (slot >= LONE) continue;
        const uint32_t x = slot % EDGE, z = slot / EDGE % EDGE, y = slot / (EDGE * EDGE);
        const bool inside = x > 1 && x + 2 < EDGE && z > 1 && z + 2 < EDGE;
        if (inside && y > 1 && y + 2 < EDGE) munit_assert_double(fabs(density - 1.0), <, 1e-4);
        if (inside && y == 0) munit_assert_double(fabs(density - 1.0), <, 1e-4);
        wet += inside && y == 0;
    }
    munit_assert_uint32(wet, ==, 9);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/one-by-one", one_by_one, wrapper_setup, wrapper_tear_down, 0, test_group_sizes },
    { "/spoils-neighbours-only", spoils_neighbours_only, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/weighs-as-written", weighs_as_written, NULL, NULL, 0, NULL },
    { "/lattice-is-1", lattice_is_1, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_density_suite = { "/density", tests, NULL, 1, 0 };
