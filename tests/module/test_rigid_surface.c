// What surfaces do to each other: belts carry, balls roll and come to rest, blows give back what restitution says and
// run through a row. Each case is one world with many bodies far apart.
#include "rigid.h"

#include <math.h>

// A crate put on a running belt comes up to its speed, after the way that friction takes for it.
// Red when the belt's surface stands still or runs the other way.
static MunitResult belts(const MunitParameter params[], void* fixture)
{
    static const double speed[3] = { 3.0, -2.0, 0.5 }; // m/s
    (void)params;
    rigid_world s          = rigid_create(fixture, rigid_desc(6, 0));
    massa_shape_desc crate = rigid_box(0.5f), belt = rigid_box(0.5f);
    rigid_state now[6];
    const massa_shape_id shape = rigid_make(&s, &crate);
    for (uint32_t i = 0; i < 3; ++i)
        rigid_put(&s, shape, 0.0f, 0.5f, 10.0f * (float)i);
    for (uint32_t i = 0; i < 3; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        massa_body_id id;
        belt.box.half         = (massa_vec3){ 50.0f, 0.5f, 2.0f };
        belt.surface_velocity = (massa_vec3){ (float)speed[i], 0.0f, 0.0f };
        d.kind                = MASSA_BODY_STATIC;
        d.shape               = rigid_make(&s, &belt);
        d.position            = (massa_vec3){ 0.0f, -0.5f, 10.0f * (float)i };
        test_try(massa_create_body(s.world, &d, &id));
    }
    rigid_run(&s, 120);
    rigid_read(&s, now, 6);
    for (uint32_t i = 0; i < 3; ++i)
    {
        const double v = speed[i], way = v * 2.0 - v * fabs(v) / 12.0; // gains 6 m/s^2
        munit_logf(MUNIT_LOG_INFO, "belt at %.1f m/s: %.4f m/s after %.3f m, of %.3f", v, now[i].velocity[0],
                   now[i].position[0], way);
        munit_assert_double(fabs(now[i].velocity[0] - v), <, 1e-3);
        munit_assert_double(fabs(now[i].position[0] - way), <, 0.03);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

// A ball rolls on for ever, or is slowed down by g lever / (1.4 radius) until it stands.
// Red when rolling friction is left out, or slows what has none.
static MunitResult rolling(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint32_t steps = test_is_lavapipe25() ? 600 : 240; // the second stands after 7 s, the third after 3.5
    rigid_world s        = rigid_create(fixture, rigid_desc(4, 0));
    rigid_state now[3];
    for (uint32_t i = 0; i < 3; ++i)
    {
        massa_shape_desc ball = rigid_sphere(0.5f);
        massa_body_desc d     = massa_default_body_desc();
        massa_body_id id;
        ball.rolling       = 0.02f * (float)i;
        d.shape            = rigid_make(&s, &ball);
        d.position         = (massa_vec3){ 0.0f, 0.5f, 3.0f * (float)i };
        d.velocity         = (massa_vec3){ 2.0f, 0.0f, 0.0f };
        d.angular_velocity = (massa_vec3){ 0.0f, 0.0f, -4.0f };
        test_try(massa_create_body(s.world, &d, &id));
    }
    rigid_ground(&s, 0.6f, 0.0f);
    rigid_run(&s, steps);
    rigid_read(&s, now, 3);
    for (uint32_t i = 0; i < 3; ++i)
    {
        const double slows = 10.0 * 0.02 * i / 0.7, t = steps / 60.0, stands = i > 0 ? 2.0 / slows : 1e9;
        const double until = t < stands ? t : stands, way = 2.0 * until - 0.5 * slows * until * until;
        munit_logf(MUNIT_LOG_INFO, "lever %.2f m: %.3f m, of %.3f; %.4f m/s", 0.02 * i, now[i].position[0], way,
                   now[i].velocity[0]);
        munit_assert_double(fabs(now[i].position[0] - way), <, 0.01 * way);
        munit_assert_double(fabs(now[i].velocity[0] - (2.0 - slows * until)), <, t < stands ? 0.02 : 1e-3);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

// Balls in a row hand a blow on: as many leave at the end as came, with their speed.
// Red when a blow ends in the first ball that it meets.
static MunitResult rows(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d    = rigid_desc(15, 0);
    massa_shape_desc ball = rigid_sphere(0.5f);
    rigid_state now[15];
    d.gravity.y                = 0.0f;
    ball.restitution           = 1.0f;
    ball.friction              = 0.0f;
    rigid_world s              = rigid_create(fixture, d);
    const massa_shape_id shape = rigid_make(&s, &ball);
    for (uint32_t i = 0; i < 15; ++i)
    {
        const bool comes = i % 5 <= i / 5; // one, two, three
        rigid_moving(&s, shape, (massa_vec3){ (float)(i % 5) - (comes ? 0.5f : 0.0f), 0.0f, 10.0f * (float)(i / 5) },
                     (massa_vec3){ comes ? 3.0f : 0.0f, 0.0f, 0.0f });
    }
    rigid_run(&s, 60);
    rigid_read(&s, now, 15);
    for (uint32_t i = 0; i < 15; ++i)
        munit_assert_double(fabs(now[i].velocity[0] - (i % 5 + i / 5 >= 4 ? 3.0 : 0.0)), <, 1e-3);
    rigid_destroy(&s);
    return MUNIT_OK;
}

// Balls and boxes rise to e^2 of the height they fell from, whenever in a step they hit, or not at all.
// Red when where in a step something hits makes a difference.
static void rebound(test_gpu* gpu, uint32_t substeps, double tolerance)
{
    enum
    {
        BODIES = 30 // two kinds, three heights, five coefficients
    };
    static const double height[3] = { 1.0, 1.37, 2.05 };
    massa_world_desc d            = rigid_desc(BODIES + 1, 0);
    d.substeps                    = substeps;
    rigid_world s                 = rigid_create(gpu, d);
    rigid_state now[BODIES];
    double top[BODIES] = { 0 }, last[BODIES] = { 0 };
    bool hit[BODIES] = { false }, over[BODIES] = { false };
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        massa_shape_desc shape = i < 15 ? rigid_sphere(0.5f) : rigid_box(0.5f);
        shape.restitution      = 0.25f * (float)(i % 5);
        rigid_put(&s, rigid_make(&s, &shape), 3.0f * (float)i, (float)(0.5 + height[i / 5 % 3]), 0.0f);
    }
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t step = 0; step < 90; ++step)
    {
        rigid_run(&s, 1);
        rigid_read(&s, now, BODIES);
        for (uint32_t i = 0; i < BODIES; ++i)
        {
            const double v = now[i].velocity[1];
            over[i] |= hit[i] && last[i] > 0.0 && v <= 0.0;
            hit[i] |= v >= -1e-3;
            last[i] = v;
            if (hit[i] && !over[i]) top[i] = fmax(top[i], now[i].position[1] - 0.5);
        }
    }
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const double e = 0.25 * (i % 5), due = e * e * height[i / 5 % 3];
        munit_logf(MUNIT_LOG_INFO, "%u substeps, %s from %.2f m, restitution %.2f: %.4f m, of %.4f", substeps,
                   i < 15 ? "ball" : "box", height[i / 5 % 3], e, top[i], due);
        munit_assert_double(fabs(top[i] - due), <, e> 0.0 ? tolerance * due : 1.5e-2); // boxes hop: their corners share a blow in one sweep
    }
    rigid_destroy(&s);
}

static MunitResult rebounds(const MunitParameter params[], void* fixture)
{
    (void)params;
    rebound(fixture, 4, 0.01);
    rebound(fixture, 1, 0.03);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/belts", belts, api_setup, wrapper_tear_down, 0, NULL },
    { "/rolling", rolling, api_setup, wrapper_tear_down, 0, NULL },
    { "/rows", rows, api_setup, wrapper_tear_down, 0, NULL },
    { "/rebounds", rebounds, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_surface_suite = { "/rigid-surface", tests, NULL, 1, 0 };
