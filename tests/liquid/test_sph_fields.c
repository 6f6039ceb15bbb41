// Sums over neighbours, as the stage makes them on the device, give back a field, its gradient and its Laplacian. On a
// lattice whose reach is two spacings a sum stands for an integral: 26 neighbours count, and what they give is known.
#include "sph.h"
#include "oracle/vec.h"

#include <math.h>
#include <string.h>

enum
{
    SIDE  = 8, // particles
    COUNT = SIDE * SIDE * SIDE
};

static const double pi     = 3.14159265358979323846;
static const float spacing = 0.05f;

// By distance r for a reach of 2: spacings throughout.
static double poly6(double r)
{
    return 315 / (64 * pi * 512) * pow(4 - r * r, 3);
}

static double spiky_slope_over_r(double r)
{
    return -45 / (pi * 64) * (2 - r) * (2 - r) / r;
}

static double viscosity_laplacian(double r)
{
    return 45 / (pi * 64) * (2 - r);
}

// Sum of kernel(r) x^2 over the neighbours, each with the volume that makes the density 1.
static double second_moment(double (*kernel)(double))
{
    double all = poly6(0), sum = 0;
    for (int i = 0; i < 27; ++i)
    {
        const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
        const double r = sqrt(x * x + y * y + z * z);
        if (r == 0) continue;
        all += poly6(r);
        sum += kernel(r) * x * x;
    }
    return sum / all;
}

// m/s, along z: a slope and a bend, whose Laplacian is the same everywhere.
static const double slope[] = { 2, -1 }, bend[] = { 30, -10 };

static double field(mas_vec4 x)
{
    return 1 + slope[0] * x.x + slope[1] * x.y + bend[0] * x.x * (double)x.x + bend[1] * x.y * (double)x.y;
}

static oracle_liquid lattice(const test_sph* t, uint32_t liquids)
{
    oracle_liquid l = test_create_sph_twin(t, spacing, liquids);
    for (uint32_t i = 0; i < LIQUID_MAX; ++i)
    {
        l.params.kind[i].viscosity = 0.0f;
        if (liquids == 1) continue;
        l.params.kind[i].mass         = 0.125f * (1.0f + 0.1f * (float)i);
        l.params.kind[i].inverse_mass = 1.0f / l.params.kind[i].mass;
    }
    test_fill_lattice(&l, SIDE, SIDE, SIDE, (mas_vec4){ 0 }); // a liquid for every layer along x, if there are eight
    return l;
}

// Two layers from the border: all neighbours have all of theirs.
static bool inside(uint32_t slot)
{
    const uint32_t at[] = { slot % SIDE, slot / SIDE % SIDE, slot / (SIDE * SIDE) };
    for (int k = 0; k < 3; ++k)
        if (at[k] < 2 || at[k] > SIDE - 3) return false;
    return true;
}

// XSPH, all of it: places go with the field as the sum has it. A slope comes back whole, a bend with what the kernel's
// width adds. Places are rounded to 2^-26 m, speeds from them to 3e-5 m/s.
static void expect_value(test_gpu* gpu, const test_sph* t)
{
    oracle_liquid l    = lattice(t, 1);
    l.params.stiffness = 0.0f;
    l.params.smoothing = 1.0f;
    mas_vec4 before[COUNT];
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        before[i]                  = l.particles->position[i];
        l.particles->velocity[i].z = (float)field(before[i]);
    }
    test_expect_sph_part(gpu, t, &l, test_sph_no_walls);
    const double wider = second_moment(poly6) * (double)spacing * (double)spacing * (bend[0] + bend[1]);
    munit_assert_double(wider, <, 0.02);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        if (!inside(i)) continue;
        const double v = ((double)l.particles->position[i].z - before[i].z) / (double)l.params.part;
        munit_assert_double(fabs(v - field(before[i]) - wider), <, 1e-4);
    }
    test_destroy_sph_twin(&l);
}

// Viscosity alone: acceleration is the kinematic viscosity times the Laplacian, which the sum gives to 3 %.
static void expect_laplacian(test_gpu* gpu, const test_sph* t)
{
    oracle_liquid l            = lattice(t, 1);
    l.params.stiffness         = 0.0f;
    l.params.kind[2].viscosity = 0.5f;
    for (uint32_t i = 0; i < COUNT; ++i)
        l.particles->velocity[i].z = (float)field(l.particles->position[i]);
    mas_vec4 before[COUNT];
    memcpy(before, l.particles->velocity, sizeof before);
    test_expect_sph_part(gpu, t, &l, test_sph_no_walls);
    const double h = 2 * (double)spacing, viscosity = 0.5 * h * h / (15 * (double)l.params.substep); // m^2/s
    const double share = second_moment(viscosity_laplacian) / 2, laplacian = 2 * (bend[0] + bend[1]);
    munit_assert_double(fabs(share - 1), <, 0.03);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        if (!inside(i)) continue;
        const double a = ((double)l.particles->velocity[i].z - before[i].z) / (double)l.params.part;
        munit_assert_double(fabs(a / (viscosity * laplacian) - share), <, 1e-3);
        munit_assert_double(fabs((double)l.particles->velocity[i].x), <, 1e-6);
    }
    test_destroy_sph_twin(&l);
}

// Pressure alone, that of a liquid by its mass: a slope of mass from layer to layer is a slope of pressure. The sum
// gives the gradient to 6 %; a pair has the mean of both pressures, of which one is everywhere the same: that is half.
static void expect_gradient(test_gpu* gpu, const test_sph* t)
{
    oracle_liquid l   = lattice(t, LIQUID_MAX);
    l.params.exponent = 0.0f; // k times density, which is 1
    test_expect_sph_part(gpu, t, &l, test_sph_no_walls);
    const double gradient = (double)l.params.stiffness * 0.0125 / (double)spacing; // N, of the pressure times a volume
    const double share    = -second_moment(spiky_slope_over_r);
    munit_assert_double(fabs(share - 1), <, 0.06);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        if (!inside(i)) continue;
        const mas_vec4 v   = l.particles->velocity[i];
        const double force = (double)l.params.kind[i % SIDE].mass * (double)v.x / (double)l.params.part;
        munit_assert_double(fabs(-2 * force / gradient - share), <, 1e-3);
        munit_assert_double(fabs((double)v.y) + fabs((double)v.z), <, 1e-3);
    }
    test_destroy_sph_twin(&l);
}

// proves: 003-01. Red when a sum over neighbours does not give back a field, its gradient or its Laplacian: a kernel
// has another factor or power, a neighbour is left out, or a difference has the other sign.
static MunitResult sums_give_fields(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sph t;
    test_make_sph(fixture, &t, COUNT, 64);
    expect_value(fixture, &t);
    expect_laplacian(fixture, &t);
    expect_gradient(fixture, &t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/sums-give-fields", sums_give_fields, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sph_fields_suite = { "/sph_fields", tests, NULL, 1, 0 };
