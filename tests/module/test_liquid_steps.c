// Water with other steps and solvers than those it is measured with: host steps of 1/1000 s and 1/60 s, one iteration,
// the state equation. Red when any of them boils, gains energy, leaks or is packed too densely. On one driver: bits are
// the same on all (test_liquid_life.c).
// runs: lavapipe25. Large: other suites of liquids make the same calls elsewhere.
#include "api.h"
#include "liquid_scene.h"

#include <math.h>
#include <stdlib.h>

static const double GRAVITY = 9.81; // m/s^2

typedef struct seen
{
    double energy;                // largest, of the start's
    double speed, dense, densest; // mean in the end, m/s; shares
    uint32_t parts;               // of a step, in the end
} seen;

static uint32_t heard_parts;

static void hear(test_world* t, const massa_poll_result* news)
{
    (void)t;
    heard_parts = news->liquid_parts;
}

static seen watch(test_gpu* gpu, massa_world_desc d, massa_vec3 size, massa_vec3 block, double dt, double seconds)
{
    massa_liquid_id water;
    test_world t;
    const uint32_t count = liquids_fill(&t, gpu, d, size, block, &water);
    const uint32_t steps = (uint32_t)(seconds / dt + 0.5), every = dt < 0.005 ? 10 : 1;
    mas_vec4* x    = malloc(count * sizeof *x);
    mas_vec4* v    = malloc(count * sizeof *v);
    float* density = malloc(count * sizeof *density);
    seen s         = { 0 };
    t.step.dt      = (float)dt;
    t.heard        = hear;
    for (uint32_t done = 0; done < steps; done += every)
    {
        double energy = 0.0, speed = 0.0;
        test_world_run(&t, every);
        api_read(gpu, t.world, MASSA_VIEW_PARTICLE_POSITION, x, count);
        api_read(gpu, t.world, MASSA_VIEW_PARTICLE_VELOCITY, v, count);
        for (uint32_t i = 0; i < count; ++i)
        {
            const double squared = (double)v[i].x * v[i].x + (double)v[i].y * v[i].y + (double)v[i].z * v[i].z;
            munit_assert(x[i].x > 0.0f && x[i].y > 0.0f && x[i].z > 0.0f);
            munit_assert(x[i].x < size.x && x[i].y < size.y && x[i].z < size.z);
            energy += (GRAVITY * x[i].y + 0.5 * squared) / count;
            speed += sqrt(squared) / count;
        }
        s.energy = fmax(s.energy, energy / (0.5 * GRAVITY * (double)block.y));
        s.speed  = speed;
    }
    api_read(gpu, t.world, MASSA_VIEW_LIQUID_DENSITY, density, count);
    for (uint32_t i = 0; i < count; ++i)
    {
        s.dense += fmax(density[i] - 1.0, 0.0) / count;
        s.densest = fmax(s.densest, density[i] - 1.0);
    }
    s.parts = heard_parts * d.substeps;
    free(x);
    free(v);
    free(density);
    test_world_destroy(&t);
    return s;
}

static void tell(const char* what, const seen* s)
{
    munit_logf(
        MUNIT_LOG_INFO,
        "%s: energy %.5f of the start; in the end %.4f m/s, %.4f %% too dense in the mean, %.3f %% at most, %u parts",
        what, s->energy, s->speed, 100.0 * s->dense, 100.0 * s->densest, s->parts);
}

// A dam and still water, by the settings as they come.
static MunitResult host_steps_are_stable(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const double rates[] = { 1000.0, 60.0 };
    for (int k = 0; k < 2; ++k)
    {
        const seen dam   = watch(fixture, liquids_tank_desc(1.0f), (massa_vec3){ 2.0f, 3.0f, 0.2f },
                                 (massa_vec3){ 0.5f, 1.0f, 0.2f }, 1.0 / rates[k], 1.0);
        const seen still = watch(fixture, liquids_tank_desc(0.5f), (massa_vec3){ 0.3f, 1.0f, 0.3f },
                                 (massa_vec3){ 0.3f, 0.5f, 0.3f }, 1.0 / rates[k], k == 0 ? 1.5 : 6.0);
        tell(k == 0 ? "dam, 1/1000 s" : "dam, 1/60 s", &dam);
        tell(k == 0 ? "still, 1/1000 s" : "still, 1/60 s", &still);
        munit_assert_double(dam.energy, <, 1.001);
        munit_assert_double(still.energy, <, 1.001);
        munit_assert_double(still.speed, <, 0.02);
        munit_assert_double(still.dense, <, 0.002);
    }
    return MUNIT_OK;
}

// proves: 000-73. Red when water at rest is compressed by a tenth or more of what the state equation needs, in as many
// parts or fewer. Three explicit stages, prediction, density, one relaxation of pressure, make a part, which goes as
// often over the neighbours as one of the state equation does.
static MunitResult three_stages_are_less_compressible(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_vec3 size = { 0.4f, 1.0f, 0.4f }, block = { 0.4f, 0.6f, 0.4f };
    massa_world_desc d     = liquids_tank_desc(block.y);
    d.liquid.iterations    = 1;
    d.substeps             = 8;
    const seen three       = watch(fixture, d, size, block, 1.0 / 60.0, 6.0);
    d                      = liquids_tank_desc(block.y);
    d.liquid.solver        = MASSA_LIQUID_STATE_EQUATION;
    const seen compressing = watch(fixture, d, size, block, 1.0 / 60.0, 6.0);
    tell("three stages", &three);
    tell("state equation", &compressing);
    munit_assert_uint32(three.parts, <=, compressing.parts);
    munit_assert_double(three.dense, <, 0.1 * compressing.dense);
    munit_assert_double(three.speed, <, 0.02);
    return MUNIT_OK;
}

// 30 layers: as many parts as its sound needs, and the viscosity that keeps it from boiling, without a word of the
// host.
static MunitResult state_equation_stands(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = liquids_tank_desc(1.5f);
    d.liquid.solver    = MASSA_LIQUID_STATE_EQUATION;
    const seen s = watch(fixture, d, (massa_vec3){ 0.25f, 2.0f, 0.25f }, (massa_vec3){ 0.25f, 1.5f, 0.25f }, 1.0 / 60.0,
                         test_full() ? 20.0 : 5.0);
    tell("30 layers, state equation", &s);
    munit_assert_double(s.dense, <, 0.01);
    munit_assert_double(s.densest, <, 0.03);
    munit_assert_double(s.speed, <, 0.02);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/host-steps-are-stable", host_steps_are_stable, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/three-stages-are-less-compressible", three_stages_are_less_compressible, test_gpu_setup, test_gpu_tear_down, 0,
      NULL },
    { "/state-equation-stands", state_equation_stands, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_steps_suite = { "/liquid_steps", tests, NULL, 1, 0 };
