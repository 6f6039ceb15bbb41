// A column of liquid at rest, on the CPU alone: the twin has the device's bits (test_correct_steps.c). Red when a
// column sinks into itself, boils, or pressure does not take its load.
// runs: host. It needs no device.
#include "liquids.h"
#include "oracle/part.h"

#include <math.h>

// A column stands. At first it is too dense at the bottom by what corrections can do against gravity in a substep (the
// law of module/flow_step.c); pressure then takes the load over, and it keeps its height.
static MunitResult column_stands(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    enum
    {
        EDGE   = 5,
        LAYERS = 20,
        SAGGED = 30, // steps from here on to EARLY: pressure has hardly begun
        EARLY  = 60,
        STEPS  = 600,
    };
    const double d = TEST_SPACING, substep = 1.0 / 240.0;
    float side = EDGE * TEST_SPACING;
    test_pool p;
    test_create_pool(&p, EDGE * EDGE * LAYERS, 96, 1);
    p.liquid.params.gravity           = (mas_vec4){ 0.0f, -9.81f, 0.0f, 0.0f };
    p.liquid.params.kind[0].viscosity = 0.01f;
    for (uint32_t i = 0; i < EDGE * EDGE * LAYERS; ++i)
    {
        const float x = (float)(i % EDGE), y = (float)(i / (EDGE * EDGE)), z = (float)(i / EDGE % EDGE);
        test_set_drop(
            &p, i, 0,
            (mas_vec4){ TEST_SPACING * (x + 0.5f), TEST_SPACING * (y + 0.5f), TEST_SPACING * (z + 0.5f), 0.0f },
            (mas_vec4){ 0 });
    }
    const double law = 0.2473 * LIQUID_VOLUME / (0.4 * 2.0) * 9.81 * LAYERS * d * substep * substep / (d * d);
    double early = 0.0, excess = 0.0, height = 0.0, speed = 0.0;
    for (int k = 1; k <= STEPS; ++k)
    {
        oracle_liquid_step(&p.liquid, TEST_SUBSTEPS, 2, test_stand_walls, &side);
        if (!(k > SAGGED && k <= EARLY) && k != STEPS) continue;
        excess = height = speed = 0.0;
        double bottom = 0.0, looked = 0.0;
        for (uint32_t i = 0; i < p.particles.slots; ++i)
        {
            const mas_vec4 x = p.particles.position[i], v = p.particles.velocity[i];
            const double over = fmax(p.liquid.density[i] - 1.0, 0.0);
            height += x.y / (double)p.particles.slots;
            speed += sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z) / p.particles.slots;
            excess += over / p.particles.slots;
            bottom += x.y < 1.5 * d ? over : 0.0;
            looked += x.y < 1.5 * d;
        }
        if (k <= EARLY) early += bottom / looked / (EARLY - SAGGED);
    }
    munit_logf(MUNIT_LOG_INFO, "bottom at first %.2f %%, law %.2f; mean in the end %.3f %%, depth %.4f, %.4f m/s",
               100.0 * early, 100.0 * law, 100.0 * excess, height / (0.5 * LAYERS * d), speed);
    munit_assert_double(early, <, 1.1 * law); // a part of the load is pressure's by then
    munit_assert_double(early, >, 0.5 * law);
    munit_assert_double(excess, <, 0.2 * law);
    munit_assert_double(fabs(height / (0.5 * LAYERS * d) - 1.0), <, 0.01);
    munit_assert_double(speed, <, 0.02);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/column-stands", column_stands, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_correct_column_suite = { "/correct_column", tests, NULL, 1, 0 };
