// What joints do to bodies, in the twin alone: the kernels give the same bits (test_joint.c). A plain loop stands for
// the rest of a step: push by gravity, with the impulses of the last substep; joints; move; joints again.
// runs: host. It needs no device.
#include "harness.h"
#include "oracle/joint.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene
{
    oracle_bodies b;
    oracle_joints j;
    uint32_t bodies, substeps;
    oracle_vec3* momentum; // kg m^2/s, of each body about its centre, world axes
    float gravity;
} scene;

static oracle_vec3 at(float x, float y, float z)
{
    return (oracle_vec3){ x, y, z };
}

static scene begin(uint32_t bodies, uint32_t joints)
{
    scene s    = { .b = oracle_create_bodies(bodies), .j = oracle_create_joints(joints), .substeps = 4 };
    s.momentum = calloc(bodies, sizeof *s.momentum);
    return s;
}

static void end(scene* s)
{
    oracle_destroy_bodies(&s->b);
    oracle_destroy_joints(&s->j);
    free(s->momentum);
}

static uint32_t add_body(scene* s, oracle_vec3 x, float mass, oracle_vec3 inertia)
{
    const uint32_t i     = s->bodies++;
    s->b.pose[i]         = (body_pose){ vec_xyz0(x), { 0.0f, 0.0f, 0.0f, 1.0f } };
    s->b.trait[i].tag    = BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC;
    s->b.mass[i].inverse = (mas_vec4){ 1.0f / inertia.x, 1.0f / inertia.y, 1.0f / inertia.z, 1.0f / mass };
    return i;
}

static uint32_t add_joint(scene* s, uint32_t kind, uint32_t a, oracle_vec3 anchor_a, uint32_t b, oracle_vec3 anchor_b)
{
    const uint32_t i = s->j.count++;
    s->j.data[i]     = (joint_data){ .anchor_a = vec_xyz0(anchor_a),
                                     .anchor_b = vec_xyz0(anchor_b),
                                     .frame_a  = { 0.0f, 0.0f, 0.0f, 1.0f },
                                     .frame_b  = { 0.0f, 0.0f, 0.0f, 1.0f },
                                     .kind     = kind,
                                     .a        = a,
                                     .b        = b,
                                     .life     = 1 };
    return i;
}

// World axes: inverse inertia times v, or inertia times v.
static oracle_vec3 turned(mas_vec4 q, mas_vec4 inverse, oracle_vec3 v, bool to_spin)
{
    oracle_vec3 p = oracle_quaternion_rotate_inverse(q, v);
    p             = to_spin ? at(p.x * inverse.x, p.y * inverse.y, p.z * inverse.z)
                            : at(p.x / inverse.x, p.y / inverse.y, p.z / inverse.z);
    return oracle_quaternion_rotate(q, p);
}

static void set_motion(scene* s, uint32_t i, oracle_vec3 v, oracle_vec3 w)
{
    s->b.motion[i].velocity = vec_xyz0(v);
    s->momentum[i]          = turned(s->b.pose[i].rotation, s->b.mass[i].inverse, w, false);
}

// What the impulses of the last substep did goes into the momentum, and acts again.
static void push(scene* s, uint32_t i, float h, bool first)
{
    body_speed* p          = &s->b.speed[i];
    body_base* base        = &s->b.base[i];
    const mas_vec4 inverse = s->b.mass[i].inverse;
    oracle_vec3 dv = { 0 }, dw = { 0 }, v = vec_of(s->b.motion[i].velocity);
    if (first)
    {
        *p = (body_speed){ 0 };
    }
    else
    {
        v              = vec_of(p->velocity);
        dv             = vec_sub(v, vec_of(base->velocity));
        dw             = vec_sub(vec_of(p->spin), vec_of(base->spin));
        s->momentum[i] = vec_add(s->momentum[i], turned(s->b.previous[i].rotation, inverse, dw, false));
    }
    v.y -= h * s->gravity;
    const oracle_vec3 w = turned(s->b.pose[i].rotation, inverse, s->momentum[i], true);
    base->velocity      = vec_xyz0(v);
    base->spin          = vec_xyz0(w);
    p->velocity         = vec_xyz0(vec_add(v, dv));
    p->velocity.w       = inverse.w;
    p->spin             = vec_xyz0(vec_add(w, dw));
}

static void move(scene* s, uint32_t i, float h)
{
    body_speed* p         = &s->b.speed[i];
    const mas_vec4 turn   = oracle_quaternion_from_rotation_vector(vec_scale(vec_of(p->spin), h));
    p->shift              = vec_xyz0(vec_add_scaled(vec_of(p->shift), h, vec_of(p->velocity)));
    s->b.pose[i].position = vec_xyz0(vec_add(vec_of(s->b.previous[i].position), vec_of(p->shift)));
    s->b.pose[i].rotation = oracle_quaternion_normalize(oracle_quaternion_multiply(turn, s->b.pose[i].rotation));
}

static void step(scene* s)
{
    const float h = 1.0f / 60.0f / (float)s->substeps;
    memcpy(s->b.previous, s->b.pose, s->bodies * sizeof(body_pose));
    for (uint32_t k = 0; k < s->substeps; ++k)
    {
        for (uint32_t i = 0; i < s->bodies; ++i)
            push(s, i, h, k == 0);
        oracle_joint_prep(&s->j, &s->b, h, false);
        if (k == 0) oracle_joint_start(&s->j, &s->b);
        oracle_joint_solve(&s->j, &s->b);
        for (uint32_t i = 0; i < s->bodies; ++i)
            move(s, i, h);
        oracle_joint_prep(&s->j, &s->b, h, true);
        oracle_joint_relax(&s->j, &s->b);
    }
    for (uint32_t i = 0; i < s->bodies; ++i)
    {
        const oracle_vec3 dw    = vec_sub(vec_of(s->b.speed[i].spin), vec_of(s->b.base[i].spin));
        s->b.motion[i].velocity = vec_xyz0(vec_of(s->b.speed[i].velocity));
        s->momentum[i] = vec_add(s->momentum[i], turned(s->b.previous[i].rotation, s->b.mass[i].inverse, dw, false));
    }
}

static void order(scene* s)
{
    uint32_t starts[JOINT_COLOURS + 2];
    oracle_joint_order(&s->j, &s->b, starts);
}

static oracle_vec3 anchor(const scene* s, uint32_t body, mas_vec4 local)
{
    if (body == JOINT_WORLD) return vec_of(local);
    return vec_add(vec_of(s->b.pose[body].position), oracle_quaternion_rotate(s->b.pose[body].rotation, vec_of(local)));
}

// m between the anchors of a joint.
static float gap(const scene* s, uint32_t joint)
{
    const joint_data* d = &s->j.data[joint];
    return oracle_length3(vec_sub(anchor(s, d->b, d->anchor_b), anchor(s, d->a, d->anchor_a)));
}

static float angle_about_z(const scene* s, uint32_t body)
{
    const mas_vec4 q = s->b.pose[body].rotation;
    const float a = 2.0f * atan2f(q.z, q.w), pi = 3.14159265f;
    return a > pi ? a - 2.0f * pi : a < -pi ? a + 2.0f * pi : a;
}

// The complete elliptic integral, by the mean of means.
static double quarter_period(double k)
{
    double a = 1.0, b = sqrt(1.0 - k * k);
    for (int i = 0; i < 30; ++i)
    {
        const double mean = (a + b) / 2.0;
        b                 = sqrt(a * b);
        a                 = mean;
    }
    return 1.57079632679 / a;
}

// A rod of 1 m on a joint at its end, let go at 2 rad: the period is the exact one of large swings, for ten swings.
static void swing(uint32_t kind)
{
    const float mass = 2.0f, inertia = mass / 12.0f, amplitude = 2.0f;
    scene s               = begin(1, 1);
    s.gravity             = 9.81f;
    const uint32_t i      = add_body(&s, at(0.0f, 0.0f, 0.0f), mass, at(inertia, 0.01f * inertia, inertia));
    const oracle_vec3 top = at(0.0f, 0.5f, 0.0f), nail = at(3.0f, 5.0f, -2.0f);
    s.b.pose[i].rotation = oracle_quaternion_about_z(amplitude);
    s.b.pose[i].position = vec_xyz0(vec_sub(nail, oracle_quaternion_rotate(s.b.pose[i].rotation, top)));
    add_joint(&s, kind, JOINT_WORLD, nail, i, top);
    order(&s);
    const double due = 4.0 * sqrt((inertia + mass / 4.0) / (mass * 9.81 / 2.0)) * quarter_period(sin(amplitude / 2.0));
    double first = 0.0, last = 0.0;
    float before = amplitude, worst = 0.0f, highest = 0.0f;
    uint32_t passes = 0;
    for (uint32_t n = 0; passes < 11; ++n)
    {
        munit_assert_uint32(n, <, 60 * 60);
        step(&s);
        const float now = angle_about_z(&s, i);
        worst           = larger_of(worst, gap(&s, 0));
        highest         = passes == 10 ? larger_of(highest, magnitude_of(now)) : 0.0f;
        if (before > 0.0f && now <= 0.0f && before < 1.0f)
        {
            last = ((double)n + before / (before - now)) / 60.0;
            if (passes++ == 0) first = last;
        }
        before = now;
    }
    const double period = (last - first) / 10.0;
    munit_logf(MUNIT_LOG_INFO, "period %.5f s, exact %.5f s, gap %.2e m", period, due, (double)worst);
    munit_assert_double(fabs(period / due - 1.0), <, 0.005);
    munit_assert_float(worst, <, 5e-4f);
    end(&s);
}

// Red when the period of a pendulum is off by half a percent after ten large swings, its
// anchor leaves the nail by half a millimetre, or a joint to the world pulls elsewhere.
static MunitResult pendulum(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    swing(JOINT_BALL);
    swing(JOINT_HINGE);
    return MUNIT_OK;
}

// Two lopsided bodies that circle each other, without gravity: momentum stays within rounding for ten seconds.
static MunitResult conserves(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    for (uint32_t kind = 1; kind < JOINT_KINDS; ++kind)
    {
        scene s          = begin(2, 1);
        const uint32_t a = add_body(&s, at(-0.5f, 0.0f, 0.0f), 1.0f, at(0.1f, 0.2f, 0.25f));
        const uint32_t b = add_body(&s, at(0.5f, 0.0f, 0.0f), 3.0f, at(0.3f, 0.5f, 0.4f));
        add_joint(&s, kind, a, at(0.5f, 0.0f, 0.0f), b, at(-0.5f, 0.0f, 0.0f));
        if (kind == JOINT_DISTANCE) s.j.data[0].anchor_a = s.j.data[0].anchor_b = (mas_vec4){ 0.0f, 0.1f, 0.0f, 0.0f };
        s.j.data[0].apart = 1.0f;
        order(&s);
        set_motion(&s, a, at(0.0f, -5.0f, 0.3f), at(0.3f, 1.0f, 10.0f));
        set_motion(&s, b, at(0.0f, 5.0f, -0.1f), at(0.1f, -1.0f, 10.0f));
        double sum[2][6];
        for (uint32_t n = 0; n <= 600; ++n)
        {
            if (n > 0) step(&s);
            double* l = sum[n > 0];
            memset(l, 0, sizeof sum[0]);
            for (uint32_t i = 0; i < 2; ++i)
            {
                const mas_vec4 x = s.b.pose[i].position, v = s.b.motion[i].velocity;
                const double m = 1.0 / (double)s.b.mass[i].inverse.w;
                l[0] += m * v.x, l[1] += m * v.y, l[2] += m * v.z;
                l[3] += s.momentum[i].x + m * (x.y * (double)v.z - x.z * (double)v.y);
                l[4] += s.momentum[i].y + m * (x.z * (double)v.x - x.x * (double)v.z);
                l[5] += s.momentum[i].z + m * (x.x * (double)v.y - x.y * (double)v.x);
            }
        }
        for (uint32_t i = 0; i < 6; ++i)
            munit_assert_double(fabs(sum[1][i] - sum[0][i]), <, i < 3 ? 1e-3 : 2e-3);
        munit_assert_float(magnitude_of(gap(&s, 0) - (kind == JOINT_DISTANCE ? 1.0f : 0.0f)), <, 0.01f);
        end(&s);
    }
    return MUNIT_OK;
}

// Red when a hinge gives way to a blow across its axis, keeps its body from turning about the axis, or
// lets the axis wander.
static MunitResult hinge_keeps_axis(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    scene s          = begin(2, 2);
    const uint32_t a = add_body(&s, at(0.0f, 0.0f, 0.0f), 1.0f, at(0.1f, 0.1f, 0.1f));
    const uint32_t b = add_body(&s, at(1.0f, 0.0f, 0.0f), 1.0f, at(0.1f, 0.2f, 0.25f));
    add_joint(&s, JOINT_HINGE, JOINT_WORLD, at(0.0f, 0.0f, 0.0f), a, at(0.0f, 0.0f, 0.0f));
    add_joint(&s, JOINT_HINGE, a, at(0.5f, 0.0f, 0.0f), b, at(-0.5f, 0.0f, 0.0f));
    order(&s);
    set_motion(&s, b, at(0.0f, 1.0f, 5.0f), at(4.0f, -7.0f, 3.0f));
    float worst = 1.0f, turn = 0.0f;
    for (uint32_t n = 0; n < 300; ++n)
    {
        step(&s);
        const oracle_vec3 za = oracle_quaternion_rotate(s.b.pose[a].rotation, at(0.0f, 0.0f, 1.0f));
        const oracle_vec3 zb = oracle_quaternion_rotate(s.b.pose[b].rotation, at(0.0f, 0.0f, 1.0f));
        if (n > 10) worst = smaller_of(worst, smaller_of(za.z, oracle_dot3(za, zb)));
        turn = larger_of(turn, magnitude_of(angle_about_z(&s, b)));
        munit_assert_float(gap(&s, 1), <, 0.01f);
    }
    munit_logf(MUNIT_LOG_INFO, "cosine of the axes at worst %.7f", (double)worst);
    munit_assert_float(worst, >, 0.99995f); // half a degree
    munit_assert_float(turn, >, 1.0f);
    end(&s);
    return MUNIT_OK;
}

// Red when two bodies in a fixed joint turn or move against each other, or do not fly as one.
static MunitResult fixed_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    scene s          = begin(2, 1);
    const uint32_t a = add_body(&s, at(0.0f, 0.0f, 0.0f), 1.0f, at(0.1f, 0.1f, 0.1f));
    const uint32_t b = add_body(&s, at(1.0f, 0.0f, 0.0f), 2.0f, at(0.2f, 0.3f, 0.25f));
    const mas_vec4 q = oracle_quaternion_about_y(0.7f);
    add_joint(&s, JOINT_FIXED, a, at(0.5f, 0.0f, 0.0f), b, oracle_quaternion_rotate_inverse(q, at(-0.5f, 0.0f, 0.0f)));
    s.b.pose[b].rotation = q;
    s.j.data[0].frame_b  = oracle_quaternion_conjugate(q);
    order(&s);
    set_motion(&s, b, at(0.0f, 3.0f, 5.0f), at(4.0f, 7.0f, 3.0f));
    for (uint32_t n = 0; n < 300; ++n)
    {
        step(&s);
        if (n < 10) continue;
        const mas_vec4 between =
            oracle_quaternion_multiply(oracle_quaternion_conjugate(s.b.pose[a].rotation), s.b.pose[b].rotation);
        munit_assert_float(magnitude_of(oracle_dot4(between, q)), >, 0.99999f); // 0.5 degrees
        munit_assert_float(gap(&s, 0), <, 5e-3f);
    }
    end(&s);
    return MUNIT_OK;
}

// A ball on a spring of 2 Hz without damping: so many swings in ten seconds, and no more than it began with.
static MunitResult spring_swings(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    scene s          = begin(1, 1);
    const uint32_t i = add_body(&s, at(1.2f, 0.0f, 0.0f), 5.0f, at(1.0f, 1.0f, 1.0f));
    add_joint(&s, JOINT_DISTANCE, JOINT_WORLD, at(0.0f, 0.0f, 0.0f), i, at(0.0f, 0.0f, 0.0f));
    s.j.data[0].apart      = 1.0f;
    s.j.data[0].anchor_a.w = 2.0f;
    order(&s);
    uint32_t swings = 0;
    float before = 0.2f, most = 0.0f, least = 0.0f;
    double last = 0.0, first = 0.0;
    for (uint32_t n = 0; n < 600; ++n)
    {
        step(&s);
        const float off = s.b.pose[i].position.x - 1.0f;
        most            = larger_of(most, off);
        least           = smaller_of(least, off);
        if (before > 0.0f && off <= 0.0f)
        {
            last = ((double)n + before / (before - off)) / 60.0;
            if (swings++ == 0) first = last;
        }
        before = off;
    }
    munit_assert_double(fabs((swings - 1) / (last - first) - 2.0), <, 0.02);
    munit_assert_float(most, <=, 0.2f);
    munit_assert_float(least, <, -0.17f);
    end(&s);
    return MUNIT_OK;
}

// A wheel on an axle beside its centre, 50 rad/s: 12 degrees per substep.
static MunitResult wheel_holds(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    scene s              = begin(2, 1);
    const uint32_t car   = add_body(&s, at(0.0f, 0.0f, 0.0f), 50.0f, at(10.0f, 10.0f, 10.0f));
    const uint32_t wheel = add_body(&s, at(1.1f, 0.0f, 0.0f), 5.0f, at(0.2f, 0.2f, 0.4f));
    add_joint(&s, JOINT_HINGE, car, at(1.0f, 0.0f, 0.0f), wheel, at(-0.1f, 0.0f, 0.0f));
    order(&s);
    set_motion(&s, wheel, at(0.0f, 5.0f, 0.0f), at(0.0f, 0.0f, 50.0f));
    float worst = 0.0f;
    for (uint32_t n = 0; n < 600; ++n)
    {
        step(&s);
        worst = larger_of(worst, gap(&s, 0));
    }
    const oracle_vec3 w = turned(s.b.pose[wheel].rotation, s.b.mass[wheel].inverse, s.momentum[wheel], true);
    munit_logf(MUNIT_LOG_INFO, "gap at worst %.2e m, spin after 10 s %.2f", (double)worst, (double)w.z);
    munit_assert_float(worst, <, 0.01f);
    munit_assert_float(w.z, >, 30.0f);
    munit_assert_float(w.z, <, 55.0f);
    end(&s);
    return MUNIT_OK;
}

// 10 m of 100 links, and a ball as heavy as all of them: how much longer is it, hanging? On average over the second
// half of so many steps, because it bounces when it takes the load.
static float stretch(uint32_t substeps, uint32_t sweeps, uint32_t steps)
{
    enum
    {
        LINKS = 100
    };
    const float length = 0.1f, inertia = length * length / 12.0f;
    scene s    = begin(LINKS + 1, LINKS + 1);
    s.gravity  = 9.81f;
    s.substeps = substeps;
    s.j.sweeps = sweeps;
    for (uint32_t i = 0; i < LINKS; ++i)
    {
        add_body(&s, at(0.0f, -length * ((float)i + 0.5f), 0.0f), 1.0f, at(inertia, 0.2f * inertia, inertia));
        add_joint(&s, JOINT_BALL, i > 0 ? i - 1 : JOINT_WORLD, at(0.0f, i > 0 ? -length / 2.0f : 0.0f, 0.0f), i,
                  at(0.0f, length / 2.0f, 0.0f));
    }
    const uint32_t ball = add_body(&s, at(0.0f, -length * LINKS - 0.5f, 0.0f), 100.0f, at(10.0f, 10.0f, 10.0f));
    add_joint(&s, JOINT_BALL, LINKS - 1, at(0.0f, -length / 2.0f, 0.0f), ball, at(0.0f, 0.5f, 0.0f));
    order(&s);
    double sum = 0.0;
    for (uint32_t n = 0; n < steps; ++n)
    {
        step(&s);
        if (n >= steps / 2) sum -= anchor(&s, ball, s.j.data[LINKS].anchor_b).y;
    }
    end(&s);
    return (float)(sum / (steps - steps / 2) / (length * LINKS) - 1.0);
}

// Red when chains under a load grow longer than they did, or gain energy.
static MunitResult chain_carries(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    const float four = stretch(4, 1, 1200), stiffer = stretch(4, 4, 600), many = stretch(32, 1, 240);
    munit_logf(MUNIT_LOG_INFO, "stretch %.2f %% at 4 substeps, %.2f %% with 4 sweeps each; %.3f %% at 32 substeps",
               100.0 * (double)four, 100.0 * (double)stiffer, 100.0 * (double)many);
    munit_assert_float(four, <, 0.25f);
    munit_assert_float(stiffer, <, 0.08f);
    munit_assert_float(many, <, 0.02f);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pendulum", pendulum, NULL, NULL, 0, NULL },
    { "/conserves", conserves, NULL, NULL, 0, NULL },
    { "/hinge-keeps-axis", hinge_keeps_axis, NULL, NULL, 0, NULL },
    { "/fixed-stays", fixed_stays, NULL, NULL, 0, NULL },
    { "/spring-swings", spring_swings, NULL, NULL, 0, NULL },
    { "/wheel-holds", wheel_holds, NULL, NULL, 0, NULL },
    { "/chain-carries", chain_carries, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_joint_physics_suite = { "/joint-physics", tests, NULL, 1, 0 };
