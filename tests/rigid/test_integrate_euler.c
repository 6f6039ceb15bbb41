// The equations of a rigid body as a textbook integrates them, by forward Euler in double, against a world: both go to
// the same motion, and come half as far apart with half the step.
#include "flight.h"

#include <math.h>

typedef struct state
{
    vec x, v, l;       // m, m/s, kg m^2/s
    double q[4];       // x y z w
    massa_vec3 moment; // kg m^2 about the principal axes
} state;

static mas_vec4 rotation(const state* s)
{
    return (mas_vec4){ (float)s->q[0], (float)s->q[1], (float)s->q[2], (float)s->q[3] };
}

// Angular velocity in the world: R I^-1 R^T L.
static vec spin(const state* s)
{
    const double *q = s->q, n = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const vec r[3] = {
        { 1 - n * (q[1] * q[1] + q[2] * q[2]), n * (q[0] * q[1] + q[2] * q[3]), n * (q[0] * q[2] - q[1] * q[3]) },
        { n * (q[0] * q[1] - q[2] * q[3]), 1 - n * (q[0] * q[0] + q[2] * q[2]), n * (q[1] * q[2] + q[0] * q[3]) },
        { n * (q[0] * q[2] + q[1] * q[3]), n * (q[1] * q[2] - q[0] * q[3]), 1 - n * (q[0] * q[0] + q[1] * q[1]) }
    };
    const double own[3] = { vec_dot(r[0], s->l) / s->moment.x, vec_dot(r[1], s->l) / s->moment.y,
                            vec_dot(r[2], s->l) / s->moment.z }; // r: the body's axes in the world
    return (vec){ r[0].x * own[0] + r[1].x * own[1] + r[2].x * own[2],
                  r[0].y * own[0] + r[1].y * own[1] + r[2].y * own[2],
                  r[0].z * own[0] + r[1].z * own[1] + r[2].z * own[2] };
}

// Every rate as of the step's beginning; q' = w q / 2.
static void euler(state* s, double h, vec gravity)
{
    const vec w = spin(s), u = { s->q[0], s->q[1], s->q[2] }, c = vec_cross(w, u);
    const double q3   = s->q[3];
    s->x              = (vec){ s->x.x + h * s->v.x, s->x.y + h * s->v.y, s->x.z + h * s->v.z };
    s->v              = (vec){ s->v.x + h * gravity.x, s->v.y + h * gravity.y, s->v.z + h * gravity.z };
    s->q[0]           = u.x + 0.5 * h * (q3 * w.x + c.x);
    s->q[1]           = u.y + 0.5 * h * (q3 * w.y + c.y);
    s->q[2]           = u.z + 0.5 * h * (q3 * w.z + c.z);
    s->q[3]           = q3 - 0.5 * h * vec_dot(w, u);
    const double unit = 1.0 / sqrt(s->q[0] * s->q[0] + s->q[1] * s->q[1] + s->q[2] * s->q[2] + s->q[3] * s->q[3]);
    for (int k = 0; k < 4; ++k)
        s->q[k] *= unit;
}

// proves: 000-07. Red when a world's velocity, momentum or rotation follows another law: a gravity of 9.8, an inertia
// that is not turned with the body, or a rotation at twice its rate leave a gap that no shorter step closes.
static MunitResult euler_comes_to_the_same(const MunitParameter params[], void* fixture)
{
    (void)params;
    double before_x = 0.0, before_q = 0.0;
    for (uint32_t substeps = 4; substeps <= 32; substeps *= 2)
    {
        flight f;
        flight_begin(&f, fixture, (massa_vec3){ 0.5f, -9.81f, 0.0f }, substeps);
        massa_body_desc d  = massa_default_body_desc();
        d.velocity         = (massa_vec3){ 1.0f, 5.0f, -2.0f };
        d.rotation         = (massa_quat){ 0.5f, 0.5f, 0.5f, 0.5f };
        d.angular_velocity = (massa_vec3){ 1.0f, 3.0f, 2.0f };
        d.inertia          = (massa_vec3){ 0.1f, 0.2f, 0.25f };
        flight_add(&f, d);
        // The body's x, y, z axes are the world's y, z, x.
        state s = {
            .v = { 1, 5, -2 }, .q = { 0.5, 0.5, 0.5, 0.5 }, .moment = d.inertia, .l = { 0.25 * 1, 0.1 * 3, 0.2 * 2 }
        };
        flight_run(&f, 60);
        for (uint32_t i = 0; i < 60 * substeps; ++i)
            euler(&s, 1.0 / 60.0 / substeps, (vec){ 0.5, -9.81, 0.0 });
        const double x = vec_length(vec_sub(vec_of(f.pose[0].position), s.x));
        const double q = angle_between(f.pose[0].rotation, rotation(&s));
        munit_logf(MUNIT_LOG_INFO, "%u substeps: %.4f m, %.4f rad apart", substeps, x, q);
        munit_assert_double(vec_length(vec_sub(vec_of(f.motion[0].velocity), s.v)), <, 5e-4);
        munit_assert_double(vec_length(vec_sub(flight_momentum(&f, 0), s.l)), <, 1e-4);
        if (substeps > 4) munit_assert_double(fabs(before_x / x - 2.0), <, 0.1);
        if (substeps > 4) munit_assert_double(fabs(before_q / q - 2.0), <, 0.3);
        before_x = x;
        before_q = q;
        flight_end(&f);
    }
    munit_assert_double(before_x, <, 0.01);
    munit_assert_double(before_q, <, 0.02);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/euler-comes-to-the-same", euler_comes_to_the_same, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_integrate_euler_suite = { "/integrate-euler", tests, NULL, 1, 0 };
