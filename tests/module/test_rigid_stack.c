// What must stand: tall stacks, pyramids, heavy loads on light boxes. Sleep is off: nothing stands by having fallen asleep.
#include "rigid.h"

#include <math.h>

enum
{
    BOXES = 30,
    SHORT = 60,   // steps: a second
    LONG  = 3600, // a minute
};

static const uint64_t STACK_HASH = 0xca65fd6c660fd374; // after a second, on every device

// proves: 002-60, 000-S02. Red when the relax sweep is left out, or when recycled contacts are found anew each step.
static MunitResult stack(const MunitParameter params[], void* fixture)
{
    (void)params;
    rigid_world s              = rigid_create(fixture, rigid_desc(BOXES + 1, 0));
    const massa_shape_desc box = rigid_box(0.5f);
    const massa_shape_id shape = rigid_make(&s, &box);
    rigid_state first[BOXES], now[BOXES];
    for (uint32_t i = 0; i < BOXES; ++i)
        rigid_put(&s, shape, i % 2 ? 0.02f : 0.0f, 0.5f + (float)i, 0.0f);
    rigid_ground(&s, 0.6f, 0.0f);
    rigid_run(&s, 1);
    rigid_read(&s, first, BOXES);
    rigid_run(&s, SHORT - 1);
    munit_logf(MUNIT_LOG_INFO, "hash 0x%016llx", (unsigned long long)s.hash);
    munit_assert_uint64(s.hash, ==, STACK_HASH);
    const uint32_t steps = test_is_lavapipe25() ? LONG : SHORT;
    if (steps > SHORT) rigid_run(&s, steps - SHORT);
    rigid_read(&s, now, BOXES);
    munit_logf(MUNIT_LOG_INFO, "%u steps: drift %.2f mm, speed %.3f mm/s, top %.4f m", steps,
               1e3 * rigid_drift(now, first, BOXES), 1e3 * rigid_mean_speed(now, BOXES), now[BOXES - 1].position[1]);
    munit_assert_double(rigid_drift(now, first, BOXES), <=, steps == LONG ? 0.025 : 0.05);
    if (steps == LONG) munit_assert_double(rigid_mean_speed(now, BOXES), <=, 0.001);
    munit_assert_double(fabs(now[BOXES - 1].position[1] - 29.4), <, 0.05);
    rigid_destroy(&s);
    return MUNIT_OK;
}

// 1000 kg on one box of 1 kg, and on five: with the guard they stand.
// Red when the guard leaves contacts as they are.
static MunitResult heavy_load(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t light = 1; light <= 5; light += 4)
    {
        massa_world_desc d = rigid_desc(light + 2, 0);
        d.mass_guard       = 10.0f;
        rigid_world s      = rigid_create(fixture, d);
        massa_shape_desc box = rigid_box(0.5f), load = rigid_box(0.5f);
        rigid_state first[6], now[6];
        box.density                = 1.0f;
        load.density               = 1000.0f;
        const massa_shape_id shape = rigid_make(&s, &box);
        for (uint32_t i = 0; i < light; ++i)
            rigid_put(&s, shape, 0.0f, 0.5f + (float)i, 0.0f);
        rigid_put(&s, rigid_make(&s, &load), 0.0f, 0.5f + (float)light, 0.0f);
        rigid_ground(&s, 0.6f, 0.0f);
        rigid_run(&s, 1);
        rigid_read(&s, first, light + 1);
        rigid_run(&s, test_is_lavapipe25() ? 600 : 120);
        rigid_read(&s, now, light + 1);
        const double sunk = 0.5 + light - now[light].position[1];
        munit_logf(MUNIT_LOG_INFO, "1000 kg on %u of 1 kg: sinks %.1f mm, drift %.1f mm, speed %.3f mm/s", light, 1e3 * sunk,
                   1e3 * rigid_drift(now, first, light + 1), 1e3 * rigid_mean_speed(now, light + 1));
        munit_assert_double(sunk, <, 0.03);
        munit_assert_double(rigid_drift(now, first, light + 1), <, 0.03);
        rigid_destroy(&s);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/heavy-load", heavy_load, api_setup, wrapper_tear_down, 0, NULL },
    { "/stack", stack, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_stack_suite = { "/rigid-stack", tests, NULL, 1, 0 };
