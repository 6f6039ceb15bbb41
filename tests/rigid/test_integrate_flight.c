// The physics of free flight against closed forms and conservation laws, through the public API.
#include "flight.h"

#include <math.h>

static const double PI       = 3.14159265358979324;
static const massa_vec3 NONE = { 0 };

// Numbers with few bits, so that every sum is exact: x = x0 + v0 n h + g h^2 n (n + 1) / 2 after n substeps.
static MunitResult falls_by_the_formula(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float scales[] = { 1.0f, 0.0f, 0.5f, -2.0f };
    flight f;
    flight_begin(&f, fixture, (massa_vec3){ 0.0f, -8.0f, 0.0f }, 4);
    f.t.step.dt = 1.0f / 64.0f;
    for (uint32_t i = 0; i < MAS_COUNT(scales); ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        d.position        = (massa_vec3){ -5.0f, 100.0f, 0.25f };
        d.velocity        = (massa_vec3){ 3.0f, 2.0f, 0.0f };
        d.gravity_scale   = scales[i];
        flight_add(&f, d);
    }
    const double h = 1.0 / 256.0, n = 800.0;
    flight_run(&f, 200);
    for (uint32_t i = 0; i < MAS_COUNT(scales); ++i)
    {
        const double g = -8.0 * scales[i];
        munit_assert_double(f.motion[i].velocity.y, ==, 2.0 + g * n * h);
        munit_assert_double(f.pose[i].position.x, ==, -5.0 + 3.0 * n * h);
        munit_assert_double(f.pose[i].position.y, ==, 100.0 + 2.0 * n * h + g * h * h * n * (n + 1.0) / 2.0);
        munit_assert_double(f.pose[i].position.z, ==, 0.25);
    }
    flight_end(&f);
    return MUNIT_OK;
}

// The error against g t^2 / 2 is g t h / 2: half of it with twice the substeps.
static MunitResult substeps_converge(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t substeps = 1; substeps <= 8; substeps *= 2)
    {
        flight f;
        flight_begin(&f, fixture, (massa_vec3){ 0.0f, -9.81f, 0.0f }, substeps);
        flight_add(&f, massa_default_body_desc());
        flight_run(&f, 60);
        const double error = f.pose[0].position.y + 9.81 / 2.0;
        munit_assert_double_equal(error / (-9.81 / (2.0 * 60.0 * substeps)), 1.0, 2);
        flight_end(&f);
    }
    return MUNIT_OK;
}

static void expect_change(vec before, vec after, vec expected, double scale, double* worst)
{
    const double error = vec_length(vec_sub(vec_sub(after, before), expected)) / scale;
    if (error > *worst) *worst = error;
}

// Four lopsided spinning bodies, pushed each in its own way: momentum changes by what was given, here and in the world.
static MunitResult pushes_give_momentum(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_vec3 give = { 3.0f, -1.0f, 2.0f }, point = { 1.5f, 2.0f, -0.5f };
    const double dt = 1.0 / 60.0;
    flight f;
    flight_begin(&f, fixture, NONE, 4);
    for (uint32_t i = 0; i < 4; ++i)
    {
        massa_body_desc d  = massa_default_body_desc();
        d.position         = (massa_vec3){ 1.0f + 0.25f * (float)i, 2.0f, 0.0f };
        d.rotation         = (massa_quat){ 0.3f, -0.2f * (float)i, 0.5f, 0.7f };
        d.velocity         = (massa_vec3){ 0.5f, 1.0f, 0.0f };
        d.angular_velocity = (massa_vec3){ 1.0f, 2.0f, 3.0f };
        d.mass             = 2.0f;
        d.inertia          = (massa_vec3){ 1.0f, 2.0f, 2.5f };
        flight_add(&f, d);
    }
    flight_run(&f, 1);
    const flight before = f;
    test_try(massa_body_apply_impulse(f.t.world, f.id[0], give, point));
    test_try(massa_body_apply_angular_impulse(f.t.world, f.id[1], give));
    test_try(massa_body_apply_force(f.t.world, f.id[2], give, point));
    test_try(massa_body_apply_torque(f.t.world, f.id[3], give));
    flight_run(&f, 1);
    double worst = 0.0;
    for (uint32_t i = 0; i < 4; ++i)
    {
        const double s = i < 2 ? 1.0 : dt;
        const vec push = { s * give.x, s * give.y, s * give.z };
        const vec arm  = vec_sub((vec){ point.x, point.y, point.z }, vec_of(before.pose[i].position));
        const vec turn = i % 2 == 0 ? vec_cross(arm, push) : push;
        const vec v = vec_of(before.motion[i].velocity), v1 = vec_of(f.motion[i].velocity);
        const vec shove = { 0.5 * push.x, 0.5 * push.y, 0.5 * push.z };
        expect_change(v, v1, i % 2 == 0 ? shove : (vec){ 0 }, vec_length(v1), &worst);
        expect_change(flight_momentum(&before, i), flight_momentum(&f, i), turn, vec_length(flight_momentum(&f, i)),
                      &worst);
    }
    munit_logf(MUNIT_LOG_INFO, "momentum given and received differ by %.1e at most", worst);
    munit_assert_double(worst, <, 1e-5);
    const flight pushed = f;
    flight_run(&f, 5); // a force acts during one step and no longer
    for (uint32_t i = 0; i < 4; ++i)
    {
        const vec v = vec_of(f.motion[i].velocity), p = flight_momentum(&f, i);
        munit_assert_double(vec_length(vec_sub(v, vec_of(pushed.motion[i].velocity))), ==, 0.0);
        munit_assert_double(vec_length(vec_sub(p, flight_momentum(&pushed, i))) / vec_length(p), <, 1e-5);
    }
    flight_end(&f);
    return MUNIT_OK;
}

// v / (1 + h c)^n, for velocity and spin, however strong.
static MunitResult damping_follows_its_formula(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float damping[] = { 0.0f, 0.5f, 5.0f, 50.0f, 1000.0f };
    flight f;
    flight_begin(&f, fixture, NONE, 4);
    for (uint32_t i = 0; i < MAS_COUNT(damping); ++i)
    {
        massa_body_desc d  = massa_default_body_desc();
        d.velocity.x       = 1000.0f;
        d.angular_velocity = (massa_vec3){ 0.0f, 100.0f, 0.0f };
        d.max_speed        = 1e4f;
        d.linear_damping   = damping[i];
        d.angular_damping  = damping[i];
        flight_add(&f, d);
    }
    flight_run(&f, 3);
    for (uint32_t i = 0; i < MAS_COUNT(damping); ++i)
    {
        const double factor = pow(1.0 + damping[i] / 240.0, -12.0);
        munit_assert_double(fabs(f.motion[i].velocity.x / (1000.0 * factor) - 1.0), <, 1e-5);
        munit_assert_double(fabs(f.motion[i].momentum.y / (100.0 * 0.1 * factor) - 1.0), <, 1e-5);
    }
    munit_assert_float(f.motion[0].velocity.x, ==, 1000.0f);
    flight_end(&f);
    return MUNIT_OK;
}

// A kinematic body goes where its velocity says, whatever pulls; a static one stays, bit for bit.
// proves: 002-80. Red when the rotation's rate loses its half, or turns in the world's axes instead of the body's.
static MunitResult kinematic_and_static(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        GUIDED,
        FIXED,
        STEPS = 600
    };
    flight f;
    flight_begin(&f, fixture, (massa_vec3){ 0.0f, -9.81f, 0.0f }, 4);
    massa_body_desc d  = massa_default_body_desc();
    d.kind             = MASSA_BODY_KINEMATIC;
    d.rotation         = (massa_quat){ 0.6f, 0.0f, 0.0f, 0.8f };
    d.velocity         = (massa_vec3){ 1.0f, 2.0f, -3.0f };
    d.angular_velocity = (massa_vec3){ 0.0f, 3.0f, 4.0f }; // 5 rad/s, not about an axis of the body
    flight_add(&f, d);
    d.kind = MASSA_BODY_STATIC;
    flight_add(&f, d);
    munit_assert_int(massa_body_apply_force(f.t.world, f.id[GUIDED], d.velocity, NONE), ==, MASSA_ERROR_RANGE);
    munit_assert_int(massa_body_apply_impulse(f.t.world, f.id[GUIDED], d.velocity, NONE), ==, MASSA_ERROR_RANGE);
    munit_assert_int(massa_body_set_velocity(f.t.world, f.id[FIXED], d.velocity), ==, MASSA_ERROR_RANGE);
    flight_run(&f, 1);
    const flight first = f;
    double worst       = 0.0;
    for (int k = 1; k < STEPS; ++k)
    {
        flight_run(&f, 1);
        const double turn  = fmod(5.0 * k / 60.0, 2.0 * PI);
        const double want  = turn > PI ? 2.0 * PI - turn : turn; // the short way
        const double error = fabs(angle_between(first.pose[GUIDED].rotation, f.pose[GUIDED].rotation) - want);
        if (error > worst) worst = error;
    }
    // The axis of the turn stays put, in the world and in the body.
    const vec axis = { 0.0, 0.6, 0.8 }, own = { 0.0, 0.6 * 0.28 + 0.8 * 0.96, 0.8 * 0.28 - 0.6 * 0.96 };
    const double tilt = vec_length(vec_sub(vec_turned(f.pose[GUIDED].rotation, own), axis));
    munit_logf(MUNIT_LOG_INFO, "kinematic: angle off by %.1e, axis by %.1e after %d steps", worst, tilt, STEPS);
    munit_assert_double(worst, <, 2e-4);
    munit_assert_double(tilt, <, 1e-5);
    const double t = STEPS / 60.0;
    munit_assert_double(vec_length(vec_sub(vec_of(f.pose[GUIDED].position), (vec){ t, 2.0 * t, -3.0 * t })), <, 1e-3);
    munit_assert_memory_equal(sizeof f.pose[0], &f.pose[FIXED], &first.pose[FIXED]);
    munit_assert_float(f.pose[FIXED].position.y, ==, 0.0f);
    munit_assert_float(f.motion[FIXED].velocity.y, ==, 0.0f);
    flight_end(&f);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/falls-by-the-formula", falls_by_the_formula, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/substeps-converge", substeps_converge, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/pushes-give-momentum", pushes_give_momentum, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/damping-follows-its-formula", damping_follows_its_formula, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/kinematic-and-static", kinematic_and_static, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_integrate_flight_suite = { "/integrate-flight", tests, NULL, 1, 0 };
