// What single bodies and pairs do, against the formulas of a textbook: flight, friction on a slope, bounces, blows.
#include "rigid.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

// A body thrown up and aside flies a parabola: what h-long jumps of its velocity make of it, to the last few bits.
static MunitResult projectile(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        STEPS = 120
    };
    rigid_world s                = rigid_create(fixture, rigid_desc(2, 0));
    const massa_shape_desc shape = rigid_sphere(0.5f);
    rigid_state now;
    rigid_moving(&s, rigid_make(&s, &shape), (massa_vec3){ 0.0f, 50.0f, 0.0f }, (massa_vec3){ 8.0f, 12.0f, -3.0f });
    rigid_run(&s, STEPS);
    rigid_read(&s, &now, 1);
    const double t = STEPS / 60.0, h = 1.0 / 240.0;
    const double x = 8.0 * t, y = 50.0 + 12.0 * t - 5.0 * t * (t + h), z = -3.0 * t;
    munit_logf(MUNIT_LOG_INFO, "off by %.2e %.2e %.2e m; from the parabola %.4f m", now.position[0] - x,
               now.position[1] - y, now.position[2] - z, now.position[1] - (50.0 + 12.0 * t - 5.0 * t * t));
    munit_assert_double(fabs(now.position[0] - x), <, 2e-4);
    munit_assert_double(fabs(now.position[1] - y), <, 2e-4);
    munit_assert_double(fabs(now.position[2] - z), <, 2e-4);
    munit_assert_double(fabs(now.velocity[1] - (12.0 - 10.0 * t)), <, 1e-3);
    rigid_destroy(&s);
    return MUNIT_OK;
}

// Bodies that nothing holds keep their speed, however slow, and at the limit of it too. Red when what rounding does to
// them counts as a contact, which calms what is slower than its sleep_speed.
static MunitResult slow_flight(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BODIES = 16
    };
    massa_world_desc d           = rigid_desc(BODIES, 0);
    d.gravity.y                  = 0.0f;
    rigid_world s                = rigid_create(fixture, d);
    const massa_shape_desc shape = rigid_box(0.5f);
    const massa_shape_id box     = rigid_make(&s, &shape);
    rigid_state now[BODIES];
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const float a      = 0.1f + 0.4f * (float)i;
        const massa_vec3 v = { 0.04f * sinf(a), 0.04f * cosf(a), 0.01f }, spin = { 0.01f, 0.02f * sinf(a), 0.02f };
        const massa_body_id id = rigid_moving(&s, box, (massa_vec3){ 4.0f * (float)i, 0.0f, 0.0f }, v);
        test_try(massa_body_set_angular_velocity(s.world, id, spin));
        if (i % 2) test_try(massa_body_set_limits(s.world, id, 0.03f, 0.015f)); // half of them are at their limits
    }
    rigid_run(&s, 240);
    rigid_read(&s, now, BODIES);
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const double v = rigid_length(now[i].velocity), due = i % 2 ? 0.03 : sqrt(0.04 * 0.04 + 0.01 * 0.01);
        if (fabs(v / due - 1.0) > 1e-4) munit_errorf("body %u: %g m/s, of %g", i, v, due);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

// Slopes a degree flatter and a degree steeper than the friction of two materials together holds.
// proves: 002-18. Red when one shape's friction counts alone.
// proves: 002-61. Red when friction is not held to the normal impulse times its coefficient.
static MunitResult incline(const MunitParameter params[], void* fixture)
{
    static const double frictions[3][2] = { { 0.3, 0.3 }, { 0.9, 0.4 }, { 0.8, 0.8 } };
    enum
    {
        SLOPES = 6
    };
    (void)params;
    rigid_world s = rigid_create(fixture, rigid_desc(2 * SLOPES, 0));
    rigid_state first[2 * SLOPES], now[2 * SLOPES];
    for (uint32_t i = 0; i < SLOPES; ++i)
    {
        const double mu    = sqrt(frictions[i / 2][0] * frictions[i / 2][1]);
        const double angle = atan(mu) + (i % 2 ? 1.0 : -1.0) * PI / 180.0, half = 0.5 * angle;
        // Turned about the vertical, too, so that the pull lies between both tangents.
        const double turn = 0.3 + 0.4 * i, c = cos(0.5 * turn), d = sin(0.5 * turn);
        massa_shape_desc slope = rigid_box(0.5f), slab = rigid_box(0.4f);
        massa_body_desc body = massa_default_body_desc();
        massa_body_id id;
        slope.box.half = (massa_vec3){ 8.0f, 0.5f, 2.0f };
        slope.friction = (float)frictions[i / 2][0];
        slab.box.half  = (massa_vec3){ 0.5f, 0.1f, 0.4f };
        slab.friction  = (float)frictions[i / 2][1];
        body.kind      = MASSA_BODY_STATIC;
        body.shape     = rigid_make(&s, &slope);
        body.position  = (massa_vec3){ 0.0f, 0.0f, 20.0f * (float)i };
        body.rotation  = (massa_quat){ (float)(-d * sin(half)), (float)(d * cos(half)), (float)(-c * sin(half)),
                                       (float)(c * cos(half)) };
        test_try(massa_create_body(s.world, &body, &id));
        // Up from the slope's middle along its own y axis, after both turns.
        const double up[3] = { sin(angle) * cos(turn), cos(angle), -sin(angle) * sin(turn) };
        body.kind          = MASSA_BODY_DYNAMIC;
        body.shape         = rigid_make(&s, &slab);
        body.position.x += (float)(0.6 * up[0]);
        body.position.y += (float)(0.6 * up[1]);
        body.position.z += (float)(0.6 * up[2]);
        test_try(massa_create_body(s.world, &body, &id));
    }
    rigid_run(&s, 1);
    rigid_read(&s, first, 2 * SLOPES);
    rigid_run(&s, 120);
    rigid_read(&s, now, 2 * SLOPES);
    for (uint32_t i = 0; i < SLOPES; ++i)
    {
        const uint32_t k   = 2 * i + 1;
        const double mu    = sqrt(frictions[i / 2][0] * frictions[i / 2][1]);
        const double angle = atan(mu) + (i % 2 ? 1.0 : -1.0) * PI / 180.0;
        const double x = now[k].position[0] - first[k].position[0], y = now[k].position[1] - first[k].position[1],
                     z = now[k].position[2] - first[k].position[2], way = sqrt(x * x + y * y + z * z);
        const double due = 0.5 * 10.0 * (sin(angle) - mu * cos(angle)) * 4.0;
        munit_logf(MUNIT_LOG_INFO, "friction %.3f at %.2f degrees: %.4f m in 2 s, of %.4f", mu, angle * 180.0 / PI, way,
                   due > 0.0 ? due : 0.0);
        if (i % 2 == 0)
            munit_assert_double(way, <, 0.002);
        else
            munit_assert_double(fabs(way / due - 1.0), <, 0.1);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

// Balls and boxes dropped from 5 m rise to e^2 of it.
// proves: 002-62. Red when a blow gives back half of what restitution says.
static MunitResult rebound(const MunitParameter params[], void* fixture)
{
    static const float restitution[3] = { 0.0f, 0.5f, 1.0f };
    enum
    {
        BODIES = 6 // three balls, three boxes
    };
    (void)params;
    rigid_world s = rigid_create(fixture, rigid_desc(BODIES + 1, 0));
    rigid_state now[BODIES];
    double highest[BODIES] = { 0 }, lowest[BODIES];
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        massa_shape_desc d = i < 3 ? rigid_sphere(0.5f) : rigid_box(0.5f);
        d.restitution      = restitution[i % 3];
        lowest[i]          = 1e9;
        rigid_put(&s, rigid_make(&s, &d), 3.0f * (float)i, 5.5f + 0.013f * (float)i, 0.0f);
    }
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t step = 1; step <= 115; ++step)
    {
        rigid_run(&s, 1);
        rigid_read(&s, now, BODIES);
        for (uint32_t i = 0; i < BODIES; ++i)
        {
            lowest[i] = lesser(lowest[i], now[i].position[1]);
            if (now[i].velocity[1] > 0.0 || highest[i] > 0.0)
                highest[i] = greater(highest[i], now[i].position[1] - 0.5);
        }
    }
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const double e = (double)restitution[i % 3], due = e * e * (5.0 + 0.013 * i);
        munit_logf(MUNIT_LOG_INFO, "%s, restitution %.1f: %.4f m, of %.4f; sank to %.1f mm", i < 3 ? "ball" : "box", e,
                   highest[i], due, 1e3 * (lowest[i] - 0.5));
        munit_assert_double(fabs(highest[i] - due), <=, greater(0.03 * due, 0.02));
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

// What lies on the ground and is thrown up is as high after a step as from nothing, and still within a contact's reach.
// proves: 002-60. Red when a normal impulse may pull.
static MunitResult let_go(const MunitParameter params[], void* fixture)
{
    static const float up[3] = { 0.2f, 0.3f, 0.5f }; // m/s
    (void)params;
    rigid_world s              = rigid_create(fixture, rigid_desc(7, 0));
    const massa_shape_desc box = rigid_box(0.5f), ball = rigid_sphere(0.5f);
    const massa_shape_id shape[2] = { rigid_make(&s, &box), rigid_make(&s, &ball) };
    rigid_state first[6], now[6];
    massa_body_id id[6];
    for (uint32_t i = 0; i < 6; ++i)
        id[i] = rigid_put(&s, shape[i / 3], 3.0f * (float)i, 0.5f, 0.0f);
    rigid_ground(&s, 0.6f, 0.0f);
    rigid_run(&s, 60);
    rigid_read(&s, first, 6);
    for (uint32_t i = 0; i < 6; ++i)
        test_try(massa_body_set_velocity(s.world, id[i], (massa_vec3){ 0.0f, up[i % 3], 0.0f }));
    rigid_run(&s, 1);
    rigid_read(&s, now, 6);
    for (uint32_t i = 0; i < 6; ++i)
    {
        const double v = (double)up[i % 3], t = 1.0 / 60.0, h = t / 4.0, due = v * t - 5.0 * t * (t + h);
        const double rise = now[i].position[1] - first[i].position[1];
        munit_logf(MUNIT_LOG_INFO, "thrown up at %.1f m/s: %.3f mm, of %.3f", v, 1e3 * rise, 1e3 * due);
        munit_assert_double(fabs(rise - due), <, 2e-5);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

// World momentum, and angular momentum about a point on the z axis, of two bodies of one mass.
static void momenta(const rigid_state* body, double mass, double z, double p[3], double l[3])
{
    for (uint32_t k = 0; k < 3; ++k)
        p[k] = l[k] = 0.0;
    for (uint32_t i = 0; i < 2; ++i)
    {
        const double *v = body[i].velocity, *m = body[i].momentum, *q = body[i].rotation;
        const double x[3]      = { body[i].position[0], body[i].position[1], body[i].position[2] - z };
        const double t[3]      = { 2.0 * (q[1] * m[2] - q[2] * m[1]), 2.0 * (q[2] * m[0] - q[0] * m[2]),
                                   2.0 * (q[0] * m[1] - q[1] * m[0]) };
        const double turned[3] = { m[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1],
                                   m[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
                                   m[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0] };
        for (uint32_t k = 0; k < 3; ++k)
        {
            const uint32_t u = (k + 1) % 3, w = (k + 2) % 3;
            p[k] += mass * v[k];
            l[k] += mass * (x[u] * v[w] - x[w] * v[u]) + turned[k];
        }
    }
}

typedef struct blow
{
    const char* name;
    bool box;
    float speed; // m/s, of the first; the second comes with three quarters of it
    float aside; // m, that they miss each other's centre by
    float restitution, friction;
    double most_angular; // of what the first one's momentum is at a distance of 1 m
} blow;

// J, of two such bodies, whose moment of inertia is the same about every axis.
static double energy(const rigid_state* body, double mass, double moment)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < 2; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            sum += 0.5 * (mass * body[i].velocity[k] * body[i].velocity[k] +
                          body[i].momentum[k] * body[i].momentum[k] / moment);
    return sum;
}

// Two that meet without gravity: what they had together, they have together after, and no more energy. Normals and arms
// are those that the step began with, so that angular momentum suffers in oblique hits, the more the farther they come
// in a step.
static MunitResult collision(const MunitParameter params[], void* fixture)
{
    static const blow blows[] = {
        { "balls, central", false, 4.0f, 0.0f, 1.0f, 0.6f, 1e-5 },
        { "balls, central, e 0", false, 4.0f, 0.0f, 0.0f, 0.6f, 1e-5 },
        { "boxes, central", true, 4.0f, 0.0f, 0.5f, 0.6f, 1e-5 },
        { "balls, oblique", false, 2.0f, 0.4f, 0.5f, 0.6f, 0.02 },
        { "balls, oblique, e 1", false, 2.0f, 0.4f, 1.0f, 0.0f, 0.02 },
        { "boxes, oblique", true, 2.0f, 0.35f, 0.5f, 0.6f, 0.02 },
        { "boxes, oblique, e 0", true, 4.0f, 0.35f, 0.0f, 0.6f, 0.02 },
        { "balls, oblique, fast", false, 4.0f, 0.4f, 0.5f, 0.6f, 0.02 },
        { "balls, oblique, fast, e 1", false, 8.0f, 0.4f, 1.0f, 0.0f, 0.02 },
        { "balls, oblique, e 0", false, 4.0f, 0.4f, 0.0f, 0.6f, 0.02 },
        { "boxes, oblique, fast", true, 8.0f, 0.35f, 0.5f, 0.6f, 0.02 },
    };
    enum
    {
        BLOWS = sizeof blows / sizeof blows[0]
    };
    (void)params;
    massa_world_desc d = rigid_desc(2 * BLOWS, 0);
    d.gravity.y        = 0.0f;
    rigid_world s      = rigid_create(fixture, d);
    rigid_state first[2 * BLOWS], now[2 * BLOWS];
    for (uint32_t n = 0; n < BLOWS; ++n)
    {
        const blow* b           = &blows[n];
        const float z           = 4.0f * (float)n;
        massa_shape_desc shape  = b->box ? rigid_box(0.5f) : rigid_sphere(0.5f);
        shape.restitution       = b->restitution;
        shape.friction          = b->friction;
        const massa_shape_id id = rigid_make(&s, &shape);
        rigid_moving(&s, id, (massa_vec3){ -2.0f, 0.0f, z }, (massa_vec3){ b->speed, 0.0f, 0.0f });
        rigid_moving(&s, id, (massa_vec3){ 2.0f, b->aside, z }, (massa_vec3){ -0.75f * b->speed, 0.0f, 0.0f });
    }
    rigid_run(&s, 1);
    rigid_read(&s, first, 2 * BLOWS);
    rigid_run(&s, 79);
    rigid_read(&s, now, 2 * BLOWS);
    for (uint32_t n = 0; n < BLOWS; ++n)
    {
        const blow* b     = &blows[n];
        const double each = b->box ? 1000.0 : 1000.0 * 4.0 / 3.0 * PI * 0.125, speed = (double)b->speed;
        const double away = now[2 * n + 1].velocity[0] - now[2 * n].velocity[0];
        double p0[3], l0[3], p1[3], l1[3], off_p = 0.0, off_l = 0.0;
        momenta(&first[2 * n], each, 4.0 * n, p0, l0);
        momenta(&now[2 * n], each, 4.0 * n, p1, l1);
        for (uint32_t k = 0; k < 3; ++k)
        {
            off_p = greater(off_p, fabs(p1[k] - p0[k]) / (each * speed));
            off_l = greater(off_l, fabs(l1[k] - l0[k]) / (each * speed));
        }
        munit_logf(MUNIT_LOG_INFO, "%s: momentum off by %.1e, angular by %.1e; they part at %.3f m/s", b->name, off_p,
                   off_l, away);
        const double moment = (b->box ? 1.0 / 6.0 : 0.1) * each,
                     gain   = energy(&now[2 * n], each, moment) / energy(&first[2 * n], each, moment);
        munit_assert_double(gain, <, 1.001);
        munit_assert_double(off_p, <=, 1e-5);
        munit_assert_double(off_l, <=, b->most_angular);
        if (b->aside == 0.0f) munit_assert_double(fabs(away / speed - 1.75 * (double)b->restitution), <, 0.02);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/projectile", projectile, api_setup, wrapper_tear_down, 0, NULL },
    { "/slow-flight", slow_flight, api_setup, wrapper_tear_down, 0, NULL },
    { "/incline", incline, api_setup, wrapper_tear_down, 0, NULL },
    { "/let-go", let_go, api_setup, wrapper_tear_down, 0, NULL },
    { "/rebound", rebound, api_setup, wrapper_tear_down, 0, NULL },
    { "/collision", collision, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_suite = { "/rigid", tests, NULL, 1, 0 };
