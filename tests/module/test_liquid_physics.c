// Water against measurements and what is due at rest. Red when a dam's front or height leaves the measured ones, energy
// comes from nowhere, or standing water is too dense, too low, not calm, or not under the pressure that is due. On one
// driver: bits are the same on all (test_liquid_life.c).
// runs: lavapipe25. Large: other suites of liquids make the same calls elsewhere.
#include "api.h"
#include "liquid_scene.h"
#include "oracle/dam.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static const double GRAVITY = 9.81; // m/s^2

static MunitResult dam_falls_as_measured(const MunitParameter params[], void* fixture)
{
    (void)params;
    const float deep = (float)ORACLE_DAM_DEEP;
    massa_liquid_id water;
    test_world t;
    oracle_dam d;
    const uint32_t count = liquids_fill(&t, fixture, liquids_tank_desc(2.0f), (massa_vec3){ 9.0f, 3.0f, deep },
                                        (massa_vec3){ 1.0f, 2.0f, deep }, &water);
    mas_vec4* x          = malloc(count * sizeof *x);
    mas_vec4* v          = malloc(count * sizeof *v);
    oracle_dam_begin(&d);
    for (int step = 1; step <= ORACLE_DAM_STEPS; ++step)
    {
        test_world_run(&t, 1);
        api_read(fixture, t.world, MASSA_VIEW_PARTICLE_POSITION, x, count);
        api_read(fixture, t.world, MASSA_VIEW_PARTICLE_VELOCITY, v, count);
        oracle_dam_look(&d, step, x, v, count);
    }
    test_world_destroy(&t);
    free(x);
    free(v);
    const oracle_dam_error e = oracle_dam_compare(&d);
    munit_logf(
        MUNIT_LOG_INFO,
        "front %.1f %% rms, %.1f %% at most; height %.1f %% at most, then %.2f spacings; energy %.4f of the start",
        100.0 * e.front_rms, 100.0 * e.front, 100.0 * e.height, e.low, d.energy);
    munit_assert_double(e.front_rms, <, 0.10);
    munit_assert_double(e.front, <, 0.15);
    munit_assert_double(e.height, <, 0.10);
    munit_assert_double(e.low, <, 1.0);
    munit_assert_double(d.energy, <, 1.001);
    return MUNIT_OK;
}

typedef struct still
{
    double depth, dense, densest, speed; // of volume over area; shares; m/s
    double pressure;                     // off what is due, of the floor's
    double cost;                         // ms of CPU time per simulated second
} still;

// In ten bins of equal depth, particles at walls and all, means are compared with gravity times the mean depth under
// the level that volume over area has; the line is the one that is due, and not one that fits best. The largest
// difference, of what is due at the floor. A bin is three layers: particles of one layer at the floor have up to a
// tenth more or less than the next, which is how they are packed.
static double pressure_off(const mas_vec4* x, const mas_vec4* v, uint32_t count, double deep)
{
    enum
    {
        BINS = 10
    };
    double pressure[BINS] = { 0 }, height[BINS] = { 0 }, worst = 0.0;
    uint32_t in[BINS] = { 0 };
    for (uint32_t i = 0; i < count; ++i)
    {
        const int k = (int)fmin(x[i].y / deep * BINS, BINS - 1);
        pressure[k] += v[i].w;
        height[k] += x[i].y;
        ++in[k];
    }
    for (int k = 0; k < BINS; ++k)
    {
        munit_assert_uint32(in[k], >, count / BINS / 2);
        worst = fmax(worst, fabs(pressure[k] / in[k] / GRAVITY - (deep - height[k] / in[k])) / deep);
    }
    return worst;
}

static still stand(test_gpu* gpu, uint32_t substeps, uint32_t steps)
{
    massa_liquid_id water;
    test_world t;
    massa_world_desc d = liquids_tank_desc(1.5f);
    d.substeps         = substeps;
    const uint32_t count =
        liquids_fill(&t, gpu, d, (massa_vec3){ 0.4f, 2.0f, 0.4f }, (massa_vec3){ 0.4f, 1.5f, 0.4f }, &water);
    mas_vec4* x         = malloc(count * sizeof *x);
    mas_vec4* v         = malloc(count * sizeof *v);
    float* density      = malloc(count * sizeof *density);
    still s             = { 0 };
    const clock_t begin = clock();
    test_world_run(&t, steps);
    s.cost = 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC * 60.0 / steps;
    api_read(gpu, t.world, MASSA_VIEW_PARTICLE_POSITION, x, count);
    api_read(gpu, t.world, MASSA_VIEW_PARTICLE_VELOCITY, v, count);
    api_read(gpu, t.world, MASSA_VIEW_LIQUID_DENSITY, density, count);
    for (uint32_t i = 0; i < count; ++i)
    {
        const double over = fmax(density[i] - 1.0, 0.0);
        munit_assert(x[i].x > 0.0f && x[i].x < 0.4f && x[i].y > 0.0f && x[i].z > 0.0f && x[i].z < 0.4f);
        s.depth += 2.0 * x[i].y / count / 1.5;
        s.dense += over / count;
        s.densest = fmax(s.densest, over);
        s.speed += sqrt((double)v[i].x * v[i].x + (double)v[i].y * v[i].y + (double)v[i].z * v[i].z) / count;
    }
    s.pressure = pressure_off(x, v, count, 1.5);
    munit_logf(MUNIT_LOG_INFO,
               "%u substeps: depth %.2f %%, too dense %.4f %% in the mean, %.3f %% at most, %.4f m/s, pressure %.2f %% "
               "off; %.0f ms of CPU time per simulated second",
               substeps, 100.0 * s.depth, 100.0 * s.dense, 100.0 * s.densest, s.speed, 100.0 * s.pressure, s.cost);
    free(x);
    free(v);
    free(density);
    test_world_destroy(&t);
    return s;
}

// 30 layers for 20 s with the settings as they come, and with twice the substeps; in the short run the former for 8 s.
static MunitResult water_stands(const MunitParameter params[], void* fixture)
{
    (void)params;
    const still usual = stand(fixture, 4, test_full() ? 1200 : 480);
    munit_assert_double(fabs(usual.depth - 1.0), <, 0.03);
    munit_assert_double(usual.dense, <, 0.02);
    munit_assert_double(usual.densest, <, 0.05);
    munit_assert_double(usual.speed, <, 0.02);
    munit_assert_double(usual.pressure, <, 0.03);
    return MUNIT_OK;
}

static MunitResult water_stands_long(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_full()) return test_skip(TEST_LONG);
    const still strict = stand(fixture, 8, 1200);
    munit_assert_double(fabs(strict.depth - 1.0), <, 0.01);
    munit_assert_double(strict.dense, <, 0.001);
    munit_assert_double(strict.densest, <, 0.01);
    munit_assert_double(strict.speed, <, 0.02);
    munit_assert_double(strict.pressure, <, 0.03);
    return MUNIT_OK;
}

// 30 layers that have no pressure yet fall a little and are caught: they are never packed much more densely than they
// will be.
static MunitResult fresh_water_holds(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_liquid_id water;
    test_world t;
    const uint32_t count = liquids_fill(&t, fixture, liquids_tank_desc(1.5f), (massa_vec3){ 0.4f, 2.0f, 0.4f },
                                        (massa_vec3){ 0.4f, 1.5f, 0.4f }, &water);
    float* density       = malloc(count * sizeof *density);
    double most          = 0.0;
    for (int step = 0; step < 40; ++step)
    {
        test_world_run(&t, 1);
        api_read(fixture, t.world, MASSA_VIEW_LIQUID_DENSITY, density, count);
        for (uint32_t i = 0; i < count; ++i)
            most = fmax(most, (double)density[i] - 1.0);
    }
    munit_logf(MUNIT_LOG_INFO, "%.1f %% too dense at most", 100.0 * most);
    munit_assert_double(most, <, 0.08);
    free(density);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static massa_emitter_id spout(massa_world* w, massa_liquid_id liquid, massa_vec3 at, float speed) // m/s, upwards
{
    massa_emitter_desc d = massa_default_emitter_desc();
    massa_emitter_id id;
    d.liquid    = liquid;
    d.position  = at;
    d.direction = (massa_vec3){ 0.0f, 1.0f, 0.0f };
    d.radius    = 0.11f;
    d.speed     = speed;
    test_try(massa_create_emitter(w, &d, &id));
    return id;
}

// An emitter under water, whose discs come where others are already: nobody is thrown faster than water runs out of the
// tank's depth, nor higher than that.
static MunitResult water_takes_in_a_stream(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    massa_liquid_id water;
    const double depth        = 0.6;
    massa_world_desc d        = liquids_tank_desc((float)depth);
    d.capacity.liquid         = 1000; // beyond those it begins with
    const uint32_t count      = liquids_fill(&t, fixture, d, (massa_vec3){ 0.7f, 3.0f, 0.5f },
                                             (massa_vec3){ 0.7f, (float)depth, 0.5f }, &water),
                   room       = count + 1000;
    const massa_emitter_id id = spout(t.world, water, (massa_vec3){ 0.36f, 0.2f, 0.26f }, 0.5f);
    mas_vec4* v               = malloc(room * sizeof *v);
    double fastest            = 0.0;
    for (int step = 0; step < 60; ++step)
    {
        test_world_run(&t, 1);
        api_read(fixture, t.world, MASSA_VIEW_PARTICLE_VELOCITY, v, room);
        for (uint32_t i = 0; i < room; ++i)
            fastest = fmax(fastest, sqrt((double)v[i].x * v[i].x + (double)v[i].y * v[i].y + (double)v[i].z * v[i].z));
    }
    uint64_t sent;
    test_try(massa_emitter_get_sent(t.world, id, &sent));
    munit_logf(MUNIT_LOG_INFO, "%u particles, %u more under them: %.2f m/s at most", count, (uint32_t)sent, fastest);
    munit_assert_uint64(sent, >, 100);
    munit_assert_double(fastest, <, sqrt(2.0 * GRAVITY * depth));
    free(v);
    test_world_destroy(&t);
    return MUNIT_OK;
}

enum
{
    JETS = 5, // of which the middle one counts: how high the highest of thousands flies is chance
};

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Jets straight up fall back onto their own nozzles, where discs then come into places that are taken: nobody flies
// much higher than the jet's speed carries it.
static MunitResult jets_fall_back(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    massa_world_desc d    = liquids_desc();
    massa_shape_desc sink = massa_default_shape_desc();
    const double rises = 1.0, apart = 2.0; // m
    const uint32_t room = 3000 * JETS;
    d.capacity.liquid   = room;
    d.substeps          = 4;
    d.liquid            = massa_default_world_desc().liquid;
    sink.sensor = sink.drain = true; // a plane
    test_world_create(&t, fixture, d, 1, 1);
    liquids_body(t.world, MASSA_BODY_STATIC, &sink, (massa_vec3){ 0.0f, -1.0f, 0.0f });
    massa_liquid_desc ld = massa_default_liquid_desc();
    massa_liquid_id water;
    test_try(massa_create_liquid(t.world, &ld, &water));
    massa_emitter_id id[JETS];
    for (int k = 0; k < JETS; ++k)
        id[k] =
            spout(t.world, water, (massa_vec3){ (float)(k * apart), 0.0f, 0.0f }, (float)sqrt(2.0 * GRAVITY * rises));
    mas_vec4* x      = malloc(room * sizeof *x);
    double top[JETS] = { 0.0 };
    for (int step = 0; step < 150; ++step)
    {
        test_world_run(&t, 1);
        api_read(fixture, t.world, MASSA_VIEW_PARTICLE_POSITION, x, room);
        for (uint32_t i = 0; i < room; ++i)
        {
            const double jet = fmin(fmax(round((double)x[i].x / apart), 0.0), JETS - 1.0);
            top[(int)jet]    = fmax(top[(int)jet], (double)x[i].y);
        }
    }
    for (int k = 0; k < JETS; ++k)
    {
        uint64_t sent;
        test_try(massa_emitter_get_sent(t.world, id[k], &sent));
        munit_logf(MUNIT_LOG_INFO, "%u particles rise to %.2f of their height", (uint32_t)sent, top[k] / rises);
        munit_assert_uint64(sent, >, 2000);
    }
    qsort(top, JETS, sizeof top[0], ascending);
    munit_assert_double(top[0], >, 0.9 * rises);
    munit_assert_double(top[JETS / 2], <, 1.4 * rises);
    munit_assert_double(top[JETS - 1], <, 1.6 * rises);
    free(x);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/dam-falls-as-measured", dam_falls_as_measured, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/fresh-water-holds", fresh_water_holds, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/water-takes-in-a-stream", water_takes_in_a_stream, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/jets-fall-back", jets_fall_back, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/water-stands", water_stands, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/water-stands-long", water_stands_long, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_physics_suite = { "/liquid_physics", tests, NULL, 1, 0 };
