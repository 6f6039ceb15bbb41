// What must stand: tall stacks, pyramids, heavy loads on light boxes. Sleep is off: nothing stands by having fallen asleep.
#include "rigid.h"

#include <math.h>

enum
{
    BOXES = 30,
    BASE  = 60,
};

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
    for (uint32_t n = 0; n < 9; ++n)
    {
        rigid_run(&s, n == 0 ? 399 : 400);
        rigid_read(&s, now, BOXES);
        munit_logf(MUNIT_LOG_INFO, "%u steps: drift %.2f mm, speed %.3f mm/s, top %.4f m", 400 * (n + 1),
                   1e3 * rigid_drift(now, first, BOXES), 1e3 * rigid_mean_speed(now, BOXES), now[BOXES - 1].position[1]);
    }
    munit_assert_double(rigid_drift(now, first, BOXES), <=, 0.025);
    munit_assert_double(rigid_mean_speed(now, BOXES), <=, 0.001);
    rigid_destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/stack", stack, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_stack_suite = { "/rigid-stack", tests, NULL, 1, 0 };
