// Joints in whole steps on the device: what they do to bodies, against closed forms. The twin alone does more of it
// (rigid/test_joint_physics.c).
#include "api.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <math.h>

typedef struct joined // two bodies at most
{
    test_gpu* gpu;
    massa_world* world;
    massa_body_id id[2];
    uint32_t bodies;
    const massa_watched* body; // by number, after the last step
} joined;

static joined begin(test_gpu* gpu, float gravity)
{
    massa_world_desc d = api_desc(4);
    d.capacity.joints  = 4;
    d.substeps         = 4;
    d.gravity          = (massa_vec3){ 0.0f, -gravity, 0.0f };
    joined s           = { .gpu = gpu };
    test_try(massa_create_world(gpu->device, &d, &s.world));
    return s;
}

static void add(joined* s, const massa_body_desc* d)
{
    test_try(massa_create_body(s->world, d, &s->id[s->bodies++]));
    test_try(massa_world_watch(s->world, s->id, s->bodies));
}

static void join(joined* s, massa_joint_desc* d)
{
    massa_joint_id id;
    test_try(massa_create_joint(s->world, d, &id));
}

static void step(joined* s)
{
    static massa_poll_result news;
    VkCommandBuffer cmd  = platform_begin(&s->gpu->host);
    massa_step_desc desc = massa_default_step_desc();
    test_try(massa_cmd_step(s->world, cmd, &desc));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
    test_try(massa_world_poll(s->world, massa_world_last_step(s->world), &news));
    munit_assert_uint32(news.watched_count, ==, s->bodies);
    s->body = news.watched;
}

static oracle_vec3 turned(const massa_watched* b, float x, float y, float z)
{
    const massa_quat q = b->rotation;
    return oracle_quaternion_rotate((mas_vec4){ q.x, q.y, q.z, q.w }, (oracle_vec3){ x, y, z });
}

// m between a point of the first body and one of the second, both along x.
static float gap(const joined* s, float x_a, float x_b)
{
    const massa_vec3 a = s->body[0].position, b = s->body[1].position;
    const oracle_vec3 from = vec_add((oracle_vec3){ a.x, a.y, a.z }, turned(&s->body[0], x_a, 0.0f, 0.0f));
    const oracle_vec3 to   = vec_add((oracle_vec3){ b.x, b.y, b.z }, turned(&s->body[1], x_b, 0.0f, 0.0f));
    return oracle_length3(vec_sub(to, from));
}

// A rod of 1 m, let go at 2 rad from a joint to the world: its first swings take as long as they must.
static void swing(test_gpu* gpu, massa_joint_kind kind)
{
    joined s             = begin(gpu, 9.81f);
    massa_body_desc body = massa_default_body_desc();
    body.mass            = 2.0f;
    body.inertia         = (massa_vec3){ 2.0f / 12.0f, 0.01f, 2.0f / 12.0f };
    body.rotation        = (massa_quat){ 0.0f, 0.0f, sinf(1.0f), cosf(1.0f) };
    body.position        = (massa_vec3){ 0.5f * sinf(2.0f), -0.5f * cosf(2.0f), 0.0f };
    add(&s, &body);
    massa_joint_desc j = massa_default_joint_desc();
    j.kind             = kind;
    j.body_b           = s.id[0];
    j.anchor_b.y       = 0.5f;
    join(&s, &j);
    double last = 0.0, first = 0.0;
    float before = 1.0f, worst = 0.0f;
    uint32_t passes = 0;
    for (uint32_t n = 0; passes < 4; ++n)
    {
        munit_assert_uint32(n, <, 900);
        step(&s);
        const massa_vec3 now = s.body[0].position;
        worst                = fmaxf(worst, fabsf(sqrtf(now.x * now.x + now.y * now.y) - 0.5f));
        if (now.y < 0.0f && before > 0.0f && now.x <= 0.0f)
        {
            last = ((double)n + (double)(before / (before - now.x))) / 60.0;
            if (passes++ == 0) first = last;
        }
        before = now.x;
    }
    munit_logf(MUNIT_LOG_INFO, "period %.5f s, exact 2.17667 s; off by %.2e m", (last - first) / 3.0, (double)worst);
    munit_assert_double(fabs((last - first) / 3.0 / 2.17667 - 1.0), <, 0.005);
    munit_assert_float(worst, <, 1e-3f);
    massa_destroy_world(s.world);
}

// proves: 002-63, 002-66. Red when the period of a large swing is off by half a percent, the rod's end leaves the nail
// by a millimetre, or a joint to the world pulls elsewhere.
static MunitResult pendulum(const MunitParameter params[], void* fixture)
{
    (void)params;
    swing(fixture, MASSA_JOINT_BALL);
    swing(fixture, MASSA_JOINT_HINGE);
    return MUNIT_OK;
}

// proves: 002-64. Red when a hinge gives way to a blow across its axis, keeps its body from turning about the axis, or
// lets the axis wander.
static MunitResult hinge_keeps_axis(const MunitParameter params[], void* fixture)
{
    (void)params;
    joined s          = begin(fixture, 0.0f);
    massa_body_desc a = massa_default_body_desc(), b = massa_default_body_desc();
    a.mass = b.mass    = 1.0f;
    a.inertia          = (massa_vec3){ 0.1f, 0.1f, 0.1f };
    b.inertia          = (massa_vec3){ 0.1f, 0.2f, 0.25f };
    b.position.x       = 1.0f;
    b.velocity         = (massa_vec3){ 0.0f, 1.0f, 5.0f };
    b.angular_velocity = (massa_vec3){ 4.0f, -7.0f, 3.0f };
    add(&s, &a);
    add(&s, &b);
    massa_joint_desc j = massa_default_joint_desc();
    j.kind             = MASSA_JOINT_HINGE; // about z
    j.body_b           = s.id[0];
    join(&s, &j);
    j.body_a     = s.id[0];
    j.body_b     = s.id[1];
    j.anchor_a.x = 0.5f;
    j.anchor_b.x = -0.5f;
    join(&s, &j);
    float worst = 1.0f, least_x = 1.0f, widest = 0.0f;
    for (uint32_t n = 0; n < 240; ++n)
    {
        step(&s);
        const oracle_vec3 za = turned(&s.body[0], 0.0f, 0.0f, 1.0f), zb = turned(&s.body[1], 0.0f, 0.0f, 1.0f);
        if (n > 10) worst = fminf(worst, fminf(za.z, oracle_dot3(za, zb)));
        least_x = fminf(least_x, turned(&s.body[1], 1.0f, 0.0f, 0.0f).x);
        widest  = fmaxf(widest, gap(&s, 0.5f, -0.5f));
    }
    munit_logf(MUNIT_LOG_INFO, "cosine of the axes at worst %.7f, gap at most %.2e m", (double)worst, (double)widest);
    munit_assert_float(worst, >, 0.99995f); // half a degree
    munit_assert_float(least_x, <, 0.5f);   // it has turned by more than 1 rad
    munit_assert_float(widest, <, 0.01f);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

// proves: 002-65. Red when two bodies in a fixed joint turn or move against each other, or do not fly as one.
static MunitResult fixed_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    joined s          = begin(fixture, 0.0f);
    massa_body_desc a = massa_default_body_desc(), b = massa_default_body_desc();
    a.mass = 1.0f, b.mass = 2.0f;
    a.inertia          = (massa_vec3){ 0.1f, 0.1f, 0.1f };
    b.inertia          = (massa_vec3){ 0.2f, 0.3f, 0.25f };
    b.position.x       = 1.0f;
    b.velocity         = (massa_vec3){ 0.0f, 3.0f, 5.0f };
    b.angular_velocity = (massa_vec3){ 4.0f, 7.0f, 3.0f };
    add(&s, &a);
    add(&s, &b);
    massa_joint_desc j = massa_default_joint_desc();
    j.kind             = MASSA_JOINT_FIXED;
    j.body_a           = s.id[0];
    j.body_b           = s.id[1];
    j.anchor_a.x       = 0.5f;
    j.anchor_b.x       = -0.5f;
    join(&s, &j);
    for (uint32_t n = 0; n < 240; ++n)
    {
        step(&s);
        if (n < 10) continue;
        const massa_quat p = s.body[0].rotation, q = s.body[1].rotation;
        munit_assert_float(fabsf(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w), >, 0.99999f); // half a degree
        munit_assert_float(gap(&s, 0.5f, -0.5f), <, 5e-3f);
    }
    // The centre of both: two thirds of the way to the heavy one, and of its speed, for four seconds.
    const massa_vec3 x = s.body[0].position, y = s.body[1].position;
    munit_assert_float(fabsf((x.x + 2.0f * y.x) / 3.0f - 2.0f / 3.0f), <, 1e-3f);
    munit_assert_float(fabsf((x.y + 2.0f * y.y) / 3.0f - 8.0f), <, 0.01f);
    munit_assert_float(fabsf((x.z + 2.0f * y.z) / 3.0f - 40.0f / 3.0f), <, 0.01f);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pendulum", pendulum, api_setup, wrapper_tear_down, 0, NULL },
    { "/hinge-keeps-axis", hinge_keeps_axis, api_setup, wrapper_tear_down, 0, NULL },
    { "/fixed-stays", fixed_stays, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_joints_swing_suite = { "/joints-swing", tests, NULL, 1, 0 };
