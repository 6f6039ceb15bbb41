// Blows and loads that run through bodies on joints: Newton's cradle, a chain with a heavy ball, a lattice that spins.
#include "rigid.h"
#include "bench/rigid_scene.h"

#include <math.h>
#include <stdlib.h>

enum
{
    BALLS = 5,
    LINKS = 100
};

// Five balls on two rods each; the first drawn aside. The last rises as high as the first began, those between stay.
// Red when blows between two that move leave them where they were found, one inside the other.
static void cradle(test_gpu* gpu, bool sleep)
{
    const double high = 3.0, length = 2.0, apart = 0.9, deep = sqrt(length * length - apart * apart);
    massa_world_desc d    = rigid_desc(BALLS, 2 * BALLS);
    d.substeps            = 8;
    d.sleep               = sleep;
    rigid_world s         = rigid_create(gpu, d);
    massa_shape_desc ball = rigid_sphere(0.25f);
    rigid_state now[BALLS];
    ball.restitution           = 1.0f;
    ball.friction              = 0.0f;
    const massa_shape_id shape = rigid_make(&s, &ball);
    for (uint32_t i = 0; i < BALLS; ++i)
    {
        const double x = 0.5005 * i, drawn = i == 0 ? 0.6 : 0.0, y = high - deep * sqrt(1.0 - drawn * drawn);
        const massa_body_id id = rigid_put(&s, shape, (float)(x - deep * drawn), (float)y, 0.0f);
        for (int side = -1; side <= 1; side += 2)
        {
            massa_joint_desc j = massa_default_joint_desc();
            massa_joint_id joint;
            j.kind     = MASSA_JOINT_DISTANCE;
            j.body_b   = id;
            j.anchor_a = (massa_vec3){ (float)x, (float)high, (float)(side * apart) };
            j.length   = (float)length;
            test_try(massa_create_joint(s.world, &j, &joint));
        }
    }
    double rise = 0.0, aside = 0.0, back = 0.0;
    for (uint32_t step = 1; step <= 160; ++step) // a swing there and back is 2.75 s
    {
        rigid_run(&s, 1);
        rigid_read(&s, now, BALLS);
        const double first = now[0].position[1] - (high - deep), last = now[BALLS - 1].position[1] - (high - deep);
        if (step < 100 && last > rise) rise = last;
        if (step > 110 && first > back) back = first;
        for (uint32_t i = 1; i + 1 < BALLS && step < 80; ++i)
            aside = fabs(now[i].position[0] - 0.5005 * i) > aside ? fabs(now[i].position[0] - 0.5005 * i) : aside;
    }
    const double drop = 0.2 * deep;
    munit_logf(MUNIT_LOG_INFO, "sleep %d: the last rises to %.1f %%, the first again to %.1f %%; between %.1f mm aside",
               sleep, 100.0 * rise / drop, 100.0 * back / drop, 1e3 * aside);
    munit_assert_double(rise, >, 0.95 * drop);
    munit_assert_double(rise, <, 1.01 * drop);
    munit_assert_double(back, >, 0.9 * drop);
    munit_assert_double(aside, <, 0.03);
    rigid_destroy(&s);
}

static MunitResult newtons_cradle(const MunitParameter params[], void* fixture)
{
    (void)params;
    cradle(fixture, true);
    if (test_is_lavapipe25()) cradle(fixture, false);
    return MUNIT_OK;
}

// A chain of 10 m, 100 links of 1 kg, with a ball of 100 kg at its end: how much longer it gets, and what that costs.
static double stretch(test_gpu* gpu, uint32_t substeps, uint32_t sweeps, uint32_t steps, double* milliseconds)
{
    massa_world_desc d = rigid_desc(LINKS + 1, LINKS + 1);
    d.substeps         = substeps;
    d.joint_sweeps     = sweeps;
    d.capacity.pairs   = 0;
    rigid_world s      = rigid_create(gpu, d);
    massa_body_id last = { 0 };
    rigid_state now[LINKS + 1];
    for (uint32_t i = 0; i <= LINKS; ++i)
    {
        massa_body_desc b  = massa_default_body_desc();
        massa_joint_desc j = massa_default_joint_desc();
        massa_joint_id joint;
        const bool ball = i == LINKS;
        b.mass          = ball ? 100.0f : 1.0f;
        b.inertia       = ball ? (massa_vec3){ 4.0f, 4.0f, 4.0f } : (massa_vec3){ 1e-3f, 1e-3f, 1e-3f };
        b.position.y    = -0.05f - 0.1f * (float)i;
        j.body_a        = last;
        if (i > 0) j.anchor_a.y = -0.05f;
        test_try(massa_create_body(s.world, &b, &j.body_b));
        j.anchor_b.y = 0.05f;
        last         = j.body_b;
        test_try(massa_create_joint(s.world, &j, &joint));
    }
    rigid_run(&s, steps);
    rigid_read(&s, now, LINKS + 1);
    *milliseconds        = rigid_step_time(&s);
    const double long_by = -now[LINKS].position[1] - 10.05;
    munit_assert_true(long_by == long_by);
    rigid_destroy(&s);
    return long_by / 10.0;
}

// Red when joints are swept without warm start.
static MunitResult chain(const MunitParameter params[], void* fixture)
{
    static const uint32_t settings[3][2] = { { 4, 1 }, { 32, 1 }, { 8, 16 } }; // substeps, sweeps
    (void)params;
    for (uint32_t i = 0; i < (test_is_lavapipe25() ? 3u : 1u); ++i)
    {
        double milliseconds;
        const double by =
            stretch(fixture, settings[i][0], settings[i][1], test_is_lavapipe25() ? 120 : 30, &milliseconds);
        munit_logf(MUNIT_LOG_INFO, "%u substeps, %u sweeps: stretched by %.2f %%, %.2f ms a step", settings[i][0],
                   settings[i][1], 100.0 * by, milliseconds);
        munit_assert_double(fabs(by), <, i == 0 ? 0.4 : 0.02);
    }
    return MUNIT_OK;
}

static massa_vec3 vec(const float v[3])
{
    return (massa_vec3){ v[0], v[1], v[2] };
}

static massa_vec3 way(const float from[3], const float to[3])
{
    return (massa_vec3){ to[0] - from[0], to[1] - from[1], to[2] - from[2] };
}

// 002-S02 with side^3 balls of fixed joints, spinning, all settings as they come: the widest gap of a joint, in parts
// of the 2.5 m from ball to ball.
static double widest_gap(test_gpu* gpu, uint32_t side, uint32_t steps)
{
    rigid_scene scene    = rigid_molecules(side);
    const uint32_t n     = scene.body_count;
    rigid_pose* pose     = calloc(n, sizeof *pose);
    rigid_state* state   = calloc(n, sizeof *state);
    massa_body_id* id    = calloc(n, sizeof *id);
    massa_world_desc d   = rigid_desc(n, scene.joint_count);
    massa_body_desc body = massa_default_body_desc();
    munit_assert_true(pose != NULL && state != NULL && id != NULL);
    d.gravity.y        = 0.0f;
    d.capacity.pairs   = 0;
    rigid_world s      = rigid_create(gpu, d);
    const float radius = scene.body[0].half[0], inertia = 0.4f * scene.body[0].mass * radius * radius;
    body.mass    = scene.body[0].mass;
    body.inertia = (massa_vec3){ inertia, inertia, inertia };
    for (uint32_t i = 0; i < n; ++i)
    {
        body.position         = vec(scene.body[i].position);
        body.velocity         = vec(scene.body[i].velocity);
        body.angular_velocity = vec(scene.body[i].spin);
        test_try(massa_create_body(s.world, &body, &id[i]));
    }
    for (uint32_t i = 0; i < scene.joint_count; ++i)
    {
        const rigid_joint* j  = &scene.joint[i];
        massa_joint_desc desc = massa_default_joint_desc();
        massa_joint_id joint;
        desc.kind     = MASSA_JOINT_FIXED;
        desc.body_a   = id[j->a];
        desc.body_b   = id[j->b];
        desc.anchor_a = way(scene.body[j->a].position, j->anchor);
        desc.anchor_b = way(scene.body[j->b].position, j->anchor);
        test_try(massa_create_joint(s.world, &desc, &joint));
    }
    rigid_run(&s, steps);
    rigid_read(&s, state, n);
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t k = 0; k < 4; ++k)
        {
            pose[i].rotation[k] = (float)state[i].rotation[k];
            if (k < 3) pose[i].position[k] = (float)state[i].position[k];
        }
    const rigid_quality q = rigid_measure(&scene, pose, pose, pose);
    munit_logf(MUNIT_LOG_INFO, "%u balls, %u joints, %u steps: gaps %.3f mm, widest %.3f mm", n, scene.joint_count,
               steps, 1e3 * q.gap, 1e3 * q.widest_gap);
    munit_assert_uint32(q.lost, ==, 0);
    rigid_destroy(&s);
    rigid_scene_destroy(&scene);
    free(pose);
    free(state);
    free(id);
    return q.widest_gap / 2.5;
}

// Red when joints of the overflow colour, or of one kind, are not solved.
static MunitResult molecules(const MunitParameter params[], void* fixture)
{
    (void)params;
    munit_assert_double(widest_gap(fixture, test_is_lavapipe25() ? 10 : 4, test_is_lavapipe25() ? 300 : 30), <, 0.01);
    if (test_full()) munit_assert_double(widest_gap(fixture, 18, 600), <, 0.01);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/molecules", molecules, api_setup, wrapper_tear_down, 0, NULL },
    { "/chain", chain, api_setup, wrapper_tear_down, 0, NULL },
    { "/cradle", newtons_cradle, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_joined_suite = { "/rigid-joined", tests, NULL, 1, 0 };
