// What must stand: tall stacks, pyramids, heavy loads on light boxes. Sleep is off: nothing stands by having fallen
// asleep.
#include "rigid.h"

#include <math.h>

enum
{
    BOXES = 30,
    SHORT = 60,   // steps: a second
    LONG  = 3600, // a minute
};

static const uint64_t STACK_HASH = 0xa3492ce3dea05797; // after a second, on every device

// Thirty boxes, every second 20 mm aside, stand for a minute.
// Red when normal impulses may pull, or the sweep that relaxes them is left out.
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
    munit_assert_double(fabs(now[BOXES - 1].position[1] - 29.34), <, 0.05);
    rigid_destroy(&s);
    return MUNIT_OK;
}

// 1000 kg on one box of 1 kg, and on five: with the guard they stand, without it the boxes give way.
// Red when the guard leaves contacts as they are, or is always on.
static void load(test_gpu* gpu, bool guard)
{
    static const uint32_t under[2] = { 1, 5 };
    massa_world_desc d             = rigid_desc(16, 0);
    massa_shape_desc box = rigid_box(0.5f), block = rigid_box(0.5f);
    rigid_state first[8], now[8];
    d.mass_guard               = guard ? 10.0f : 0.0f;
    box.density                = 1.0f;
    block.density              = 1000.0f;
    rigid_world s              = rigid_create(gpu, d);
    const massa_shape_id shape = rigid_make(&s, &box), heavy = rigid_make(&s, &block);
    for (uint32_t k = 0; k < 2; ++k)
    {
        for (uint32_t i = 0; i < under[k]; ++i)
            rigid_put(&s, shape, 10.0f * (float)k, 0.5f + (float)i, 0.0f);
        rigid_put(&s, heavy, 10.0f * (float)k, 0.5f + (float)under[k], 0.0f);
    }
    rigid_ground(&s, 0.6f, 0.0f);
    rigid_run(&s, 1);
    rigid_read(&s, first, 8);
    rigid_run(&s, test_is_lavapipe25() && guard ? 600 : 120);
    rigid_read(&s, now, 8);
    for (uint32_t k = 0; k < 2; ++k)
    {
        const uint32_t from = 2 * k, count = under[k] + 1; // the first tower is two boxes
        const double sunk  = 0.5 + under[k] - now[from + count - 1].position[1];
        const double drift = rigid_drift(now + from, first + from, count);
        munit_logf(MUNIT_LOG_INFO, "guard %d, 1000 kg on %u of 1 kg: sinks %.1f mm, drift %.1f mm, speed %.3f mm/s",
                   guard, under[k], 1e3 * sunk, 1e3 * drift, 1e3 * rigid_mean_speed(now + from, count));
        if (!guard)
        {
            munit_assert_double(sunk, >, 0.3);
            continue;
        }
        munit_assert_double(sunk, <, 0.03);
        munit_assert_double(drift, <, 0.03);
    }
    rigid_destroy(&s);
}

static MunitResult heavy_load(const MunitParameter params[], void* fixture)
{
    (void)params;
    load(fixture, true);
    load(fixture, false);
    return MUNIT_OK;
}

// A wall one box thick, with gaps between neighbours: it sways where contacts are damped too much (10 instead of 4).
static MunitResult wall(const MunitParameter params[], void* fixture)
{
    enum
    {
        BASE = 20,
        MOST = BASE * (BASE + 1) / 2
    };
    (void)params;
    const uint32_t base = test_is_lavapipe25() ? BASE : 8, count = base * (base + 1) / 2;
    rigid_world s              = rigid_create(fixture, rigid_desc(MOST + 1, 0));
    const massa_shape_desc box = rigid_box(0.5f);
    const massa_shape_id shape = rigid_make(&s, &box);
    rigid_state first[MOST], now[MOST];
    for (uint32_t row = 0; row < base; ++row)
        for (uint32_t i = 0; i < base - row; ++i)
            rigid_put(&s, shape, 1.05f * ((float)i + 0.5f * (float)row), 0.5f + (float)row, 0.0f);
    rigid_ground(&s, 0.6f, 0.0f);
    rigid_run(&s, 1);
    rigid_read(&s, first, count);
    rigid_run(&s, test_is_lavapipe25() ? 400 : 60);
    rigid_read(&s, now, count);
    munit_logf(MUNIT_LOG_INFO, "wall of %u: drift %.2f mm, speed %.3f mm/s", base, 1e3 * rigid_drift(now, first, count),
               1e3 * rigid_mean_speed(now, count));
    munit_assert_double(rigid_drift(now, first, count), <, 0.02);
    if (test_is_lavapipe25()) munit_assert_double(rigid_mean_speed(now, count), <, 0.001);
    rigid_destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/heavy-load", heavy_load, api_setup, wrapper_tear_down, 0, NULL },
    { "/wall", wall, api_setup, wrapper_tear_down, 0, NULL },
    { "/stack", stack, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_stack_suite = { "/rigid-stack", tests, NULL, 1, 0 };
