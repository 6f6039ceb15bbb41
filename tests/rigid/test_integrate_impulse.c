// What a solver does to the speeds between push and move, played by the host, against arithmetic in double. Red when an
// impulse is lost, counted twice or turned by the wrong rotation, or when the warm start forgets what held a body.
#include "bodies.h"
#include "flight.h"
#include "rigid/integrate.h"

#include <math.h>

enum
{
    SUBSTEPS = 4
};

typedef struct stage
{
    test_bodies bodies;
    mas_span any;
    mas_integrate integrate;
    body_pose pose;
    body_motion motion;
    body_speed speed;
} stage;

static const mas_vec4 INERTIA = { 0.1f, 0.2f, 0.25f, 2.0f }; // kg m^2; w kg
static const float H          = 1.0f / 240.0f;

static void make(test_gpu* gpu, stage* s, mas_vec4 gravity, body_pose pose, body_motion motion)
{
    const step_params params = { .gravity = gravity, .substep = H, .body_count = 1 };
    const body_trait trait   = { .tag           = 1 << BODY_FLAG_BITS | BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC,
                                 .gravity_scale = 1.0f,
                                 .max_speed     = 400.0f,
                                 .max_spin      = 200.0f };
    const body_mass mass     = { { 1.0f / INERTIA.x, 1.0f / INERTIA.y, 1.0f / INERTIA.z, 1.0f / INERTIA.w } };
    test_reset(gpu);
    test_plan_bodies(gpu, &s->bodies, 1);
    s->any = mas_plan_list(&gpu->arena, MAS_SCRATCH, "any");
    test_allocate(gpu);
    test_try(
        mas_integrate_create(&s->integrate, &gpu->kernels, &s->bodies.array, s->bodies.params, s->bodies.lost, s->any));
    mas_fill(test_record(gpu), s->any, 0);
    test_submit(gpu);
    test_upload(gpu, s->bodies.params, &params, sizeof params);
    test_upload(gpu, s->bodies.array.trait, &trait, sizeof trait);
    test_upload(gpu, s->bodies.array.mass, &mass, sizeof mass);
    test_upload(gpu, s->bodies.array.load, &(body_load){ 0 }, sizeof(body_load));
    test_upload(gpu, s->bodies.array.pose, &pose, sizeof pose);
    test_upload(gpu, s->bodies.array.previous, &pose, sizeof pose);
    test_upload(gpu, s->bodies.array.motion, &motion, sizeof motion);
    s->pose   = pose;
    s->motion = motion;
}

// Each begins with the speed that the host left.
static void push(test_gpu* gpu, stage* s, uint32_t substep)
{
    if (substep > 0) test_upload(gpu, s->bodies.array.speed, &s->speed, sizeof s->speed);
    mas_integrate_push_record(&s->integrate, test_record(gpu), 1, substep == 0);
    test_submit(gpu);
    test_download(gpu, s->bodies.array.speed, &s->speed, sizeof s->speed);
}

static void move(test_gpu* gpu, stage* s)
{
    test_upload(gpu, s->bodies.array.speed, &s->speed, sizeof s->speed);
    mas_integrate_move_record(&s->integrate, test_record(gpu), 1);
    test_submit(gpu);
    test_download(gpu, s->bodies.array.speed, &s->speed, sizeof s->speed);
}

static void finish(test_gpu* gpu, stage* s)
{
    test_upload(gpu, s->bodies.array.speed, &s->speed, sizeof s->speed);
    mas_integrate_finish_record(&s->integrate, test_record(gpu), 1);
    test_submit(gpu);
    test_download(gpu, s->bodies.array.pose, &s->pose, sizeof s->pose);
    test_download(gpu, s->bodies.array.motion, &s->motion, sizeof s->motion);
}

// R I R^T w, in double.
static vec inertia_times(mas_vec4 q, vec w)
{
    const vec own = vec_turned((mas_vec4){ -q.x, -q.y, -q.z, q.w }, w);
    return vec_turned(q, (vec){ INERTIA.x * own.x, INERTIA.y * own.y, INERTIA.z * own.z });
}

static vec plus(vec a, double s, vec b)
{
    return (vec){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static mas_vec4 add(mas_vec4 a, mas_vec4 b)
{
    return (mas_vec4){ a.x + b.x, a.y + b.y, a.z + b.z, a.w };
}

// Impulses before and after each move, on a spinning lopsided body: each counts in its own substep and, as the warm
// start, in those that follow; all of it ends up in the motion, and the way is that of the speeds.
// proves: 002-79. Red when positions follow the speed before the impulses, or an impulse does not reach the motion.
static MunitResult impulses_become_motion(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu    = fixture;
    double worst     = 0.0;
    uint64_t seed    = 5;
    const vec g      = { 0.0, -9.81, 0.0 };
    const mas_vec4 q = { 0.1f, 0.7f, -0.1f, 0.7f };
    for (int round = 0; round < 20; ++round)
    {
        const body_pose pose     = { test_uniform4(&seed, -3.0f, 3.0f), q };
        const body_motion motion = { test_uniform4(&seed, -2.0f, 2.0f), test_uniform4(&seed, -1.0f, 1.0f) };
        stage s;
        make(gpu, &s, (mas_vec4){ 0.0f, -9.81f, 0.0f, 0.0f }, pose, motion);
        vec v = vec_of(motion.velocity), l = vec_turned(q, vec_of(motion.momentum)), x = vec_of(pose.position);
        vec turn = { 0 }, dv = { 0 }, dw = { 0 }; // of all impulses of a substep, the warm start's included
        for (uint32_t i = 0; i < SUBSTEPS; ++i)
        {
            push(gpu, &s, i);
            v = plus(plus(v, H, g), 1.0, dv);
            l = plus(l, 1.0, inertia_times(q, dw));
            munit_assert_double(vec_length(vec_sub(vec_of(s.speed.velocity), v)), <, 1e-5);
            for (int part = 0; part < 2; ++part)
            {
                const mas_vec4 a = test_uniform4(&seed, -1.0f, 1.0f), b = test_uniform4(&seed, -1.0f, 1.0f);
                s.speed.velocity = add(s.speed.velocity, a);
                s.speed.spin     = add(s.speed.spin, b);
                dv               = plus(dv, 1.0, vec_of(a));
                dw               = plus(dw, 1.0, vec_of(b));
                v                = plus(v, 1.0, vec_of(a));
                l                = plus(l, 1.0, inertia_times(q, vec_of(b)));
                x                = part == 0 ? plus(x, H, v) : x;
                turn             = part == 0 ? plus(turn, H, vec_of(s.speed.spin)) : turn;
                if (part == 0) move(gpu, &s);
            }
        }
        finish(gpu, &s);
        const vec found    = vec_turned(s.pose.rotation, vec_of(s.motion.momentum));
        const double scale = vec_length(l);
        worst              = fmax(worst, vec_length(vec_sub(found, l)) / scale);
        munit_assert_double(vec_length(vec_sub(vec_of(s.motion.velocity), v)), <, 1e-5);
        munit_assert_double(vec_length(vec_sub(vec_of(s.pose.position), x)), <, 2e-6);
        munit_assert_double(vec_length(vec_sub(vec_of(s.speed.turn), turn)), <, 1e-6);
        // Its frame turned by what the speeds say, but for the order of small turns.
        munit_assert_double(fabs(angle_between(q, s.pose.rotation) - vec_length(turn)), <, 0.05 * vec_length(turn));
    }
    munit_logf(MUNIT_LOG_INFO, "angular momentum of impulses off by %.1e at most", worst);
    munit_assert_double(worst, <, 1e-5);
    return MUNIT_OK;
}

// A body that an impulse of the first substep holds against gravity is held by the warm start in all others: it neither
// falls nor trembles, and leaves the step with the speed that it came with.
static MunitResult warm_start_holds(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu        = fixture;
    const body_pose pose = { { 1.0f, 2.0f, 3.0f, 0.0f }, { 0.1f, 0.7f, -0.1f, 0.7f } };
    stage s;
    make(gpu, &s, (mas_vec4){ 0.0f, -9.81f, 0.0f, 0.0f }, pose, (body_motion){ 0 });
    for (uint32_t i = 0; i < SUBSTEPS; ++i)
    {
        push(gpu, &s, i);
        if (i == 0) s.speed.velocity.y = 0.0f;
        munit_assert_float(fabsf(s.speed.velocity.y), <, 1e-8f);
        move(gpu, &s);
    }
    finish(gpu, &s);
    munit_assert_float(s.motion.velocity.y, ==, 0.0f);
    munit_assert_memory_equal(sizeof pose, &s.pose, &pose);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/impulses-become-motion", impulses_become_motion, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/warm-start-holds", warm_start_holds, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_integrate_impulse_suite = { "/integrate-impulse", tests, NULL, 1, 0 };
