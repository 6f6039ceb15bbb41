// The three integrators of the seeds, as textbooks have them, in double, beside a world: a mass on a spring, pulled by
// its host. Forward Euler gains energy with every turn; semi-implicit Euler and Verlet, which are one scheme written in
// two ways, do not, and a world is that scheme.
#include "flight.h"

#include <math.h>

enum
{
    STEPS = 240 // four seconds: six turns
};

static const double SPRING = 90.0, MASS = 2.0, LENGTH = 1.5; // N/m, kg, m

typedef struct way
{
    double x, v, before; // m, m/s; m, a step ago
} way;

static double pull(double x)
{
    return -SPRING / MASS * x;
}

static double energy(double x, double v)
{
    return 0.5 * (SPRING * x * x + MASS * v * v);
}

static void forward(way* w, double h)
{
    const double a = pull(w->x);
    w->x += h * w->v;
    w->v += h * a;
}

static void semi_implicit(way* w, double h)
{
    w->v += h * pull(w->x);
    w->x += h * w->v;
}

// Positions alone: x'' = 2 x' - x + h^2 a.
static void verlet(way* w, double h)
{
    const double next = 2.0 * w->x - w->before + h * h * pull(w->x);
    w->before         = w->x;
    w->x              = next;
}

// proves: 000-99. Red when a world moves bodies by the velocity from before the force, as forward Euler does: then it
// leaves the other two, and gains energy. Or when one of the three is written wrong.
static MunitResult springs(const MunitParameter params[], void* fixture)
{
    (void)params;
    const double h = 1.0 / 60.0;
    flight f;
    flight_begin(&f, fixture, (massa_vec3){ 0.0f, 0.0f, 0.0f }, 1);
    massa_body_desc d = massa_default_body_desc();
    d.mass            = (float)MASS;
    d.position.x      = (float)LENGTH;
    flight_add(&f, d);
    way euler = { LENGTH, 0.0, 0.0 }, semi = euler;
    way two    = { LENGTH, 0.0, LENGTH - 0.0 * h }; // at rest a step ago, too
    double off = 0.0, most = 0.0, at = LENGTH;
    const double e = energy(LENGTH, 0.0);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        const massa_vec3 point = { (float)at, 0.0f, 0.0f };
        const massa_vec3 force = { (float)(MASS * pull(at)), 0.0f, 0.0f };
        test_try(massa_body_apply_force(f.t.world, f.id[0], force, point));
        flight_run(&f, 1);
        at = f.pose[0].position.x;
        forward(&euler, h);
        semi_implicit(&semi, h);
        verlet(&two, h);
        off  = fmax(off, fabs(at - semi.x));
        most = fmax(most, energy(at, f.motion[0].velocity.x));
        munit_assert_double(fabs(semi.x - two.x), <, 1e-9);
    }
    munit_logf(MUNIT_LOG_INFO,
               "off semi-implicit Euler by %.1e m; energy at most %.3f of the first, forward Euler %.1f", off, most / e,
               energy(euler.x, euler.v) / e);
    munit_assert_double(off, <, 1e-4);
    munit_assert_double(most / e, <, 1.2);
    // (1 + h^2 k/m) with every step.
    munit_assert_double(fabs(energy(euler.x, euler.v) / e / pow(1.0 + h * h * SPRING / MASS, STEPS) - 1.0), <, 1e-6);
    flight_end(&f);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/springs", springs, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_integrate_kinds_suite = { "/integrate-kinds", tests, NULL, 1, 0 };
