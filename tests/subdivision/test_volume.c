// Volume, centre and inertia of limit surfaces.
// runs: host asan. It takes any input and needs no device.
#include "cages.h"
#include "limit.h"
#include "subdivision/volume.h"

#include "harness.h"

#include <math.h>
#include <string.h>

static mas_moments measure(const test_cage* t, uint32_t isolation)
{
    mas_moments m;
    massa_cage* c = test_cage_build(t, isolation);
    test_try(mas_cage_moments(c, &m));
    mas_cage_destroy(c);
    return m;
}

static void expect_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) munit_errorf("%.9g is not %.9g within %.1g", a, b, tolerance);
}

// A ball of 6 x 8 x 8 faces whose points are moved out again and again by what their limits miss of the sphere, until
// the limit is on it at every point.
static void round_ball(test_cage* t)
{
    test_cage_ball(t, 8);
    for (int n = 0; n < 12; ++n)
    {
        oracle_limit l;
        const massa_cage_desc d = test_cage_desc(t);
        oracle_limit_make(&d, 0, &l);
        for (uint32_t f = 0; f < t->faces; ++f)
            for (uint32_t k = 0; k < 4; ++k)
            {
                const double* x  = l.position[oracle_limit_at(&l, f, k == 1 || k == 2, k >= 2)];
                massa_vec3* p    = &t->point[t->corner[4 * f + k]];
                const double r   = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
                const double own = sqrt((double)(p->x * p->x + p->y * p->y + p->z * p->z));
                const float out  = (float)(1.0 + 0.25 * (1.0 - r) / own); // four faces at a point, one after the other
                *p               = (massa_vec3){ out * p->x, out * p->y, out * p->z };
            }
        oracle_limit_free(&l);
    }
}

// proves: 004-36. Red when a moment has a wrong factor, or patches are not summed with their own weights.
static MunitResult ball(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const double pi = 3.14159265358979323846;
    test_cage t     = { 0 };
    oracle_limit l;
    round_ball(&t);
    const massa_cage_desc d = test_cage_desc(&t);
    oracle_limit_make(&d, 3, &l);
    for (size_t i = 0; i < (size_t)l.quads * (l.side + 1) * (l.side + 1); ++i)
        expect_near(sqrt(l.position[i][0] * l.position[i][0] + l.position[i][1] * l.position[i][1] +
                         l.position[i][2] * l.position[i][2]),
                    1.0, 1e-3);
    oracle_limit_free(&l);
    const mas_moments m = measure(&t, 1);
    expect_near(m.volume, 4.0 / 3.0 * pi, 0.005 * 4.0 / 3.0 * pi);
    for (int k = 0; k < 3; ++k)
    {
        expect_near(m.centre[k], 0.0, 1e-6);
        expect_near(m.second[k][k], 4.0 / 15.0 * pi, 0.005 * 4.0 / 15.0 * pi);
        expect_near(m.second[k][(k + 1) % 3], 0.0, 1e-6);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

// Sharp edges leave the cube as it is.
static MunitResult box(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_cage_make(&t, 18); // of side 2
    for (uint32_t i = 0; i < t.points; ++i)
        t.point[i] = (massa_vec3){ 1.5f * t.point[i].x + 4.0f, 0.5f * t.point[i].y - 3.0f, t.point[i].z };
    const mas_moments m = measure(&t, 1);
    expect_near(m.volume, 6.0, 1e-12);
    expect_near(m.centre[0], 4.0, 1e-12);
    expect_near(m.centre[1], -3.0, 1e-12);
    expect_near(m.centre[2], 0.0, 1e-12);
    expect_near(m.second[0][0], 6.0 * 2.25 / 3.0, 1e-12);
    expect_near(m.second[1][1], 6.0 * 0.25 / 3.0, 1e-12);
    expect_near(m.second[2][2], 6.0 / 3.0, 1e-12);
    expect_near(m.second[0][1], 0.0, 1e-12);
    test_cage_free(&t);
    return MUNIT_OK;
}

// Against the sum of tetrahedra over a fine triangulation of the true limit; and a cage that is turned and moved.
static MunitResult figure(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    oracle_limit l;
    test_cage_character(&t);
    const massa_cage_desc d = test_cage_desc(&t);
    oracle_limit_make(&d, 4, &l);
    double volume = 0.0, first[3] = { 0.0, 0.0, 0.0 };
    for (uint32_t q = 0; q < l.quads; ++q)
        for (uint32_t k = 0; k < 2 * l.side * l.side; ++k)
        {
            const uint32_t i = k / 2 % l.side, j = k / 2 / l.side;
            const double* a = l.position[oracle_limit_at(&l, q, i, j)];
            const double* b = l.position[oracle_limit_at(&l, q, i + 1, j + k % 2)];
            const double* c = l.position[oracle_limit_at(&l, q, i + (k % 2 == 0), j + 1)];
            const double v  = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                              a[2] * (b[0] * c[1] - b[1] * c[0])) /
                             6.0;
            volume += v;
            for (int n = 0; n < 3; ++n)
                first[n] += v * (a[n] + b[n] + c[n]) / 4.0;
        }
    oracle_limit_free(&l);
    const mas_moments m = measure(&t, 1);
    expect_near(m.volume, volume, 2e-3 * volume); // chords of a 16th of a face cut off about this much
    for (int n = 0; n < 3; ++n)
        expect_near(m.centre[n], first[n] / volume, 1e-3);
    for (uint32_t i = 0; i < t.points; ++i) // a quarter turn about y: exact
        t.point[i] = (massa_vec3){ t.point[i].z + 8.0f, t.point[i].y - 2.0f, -t.point[i].x + 16.0f };
    const mas_moments w = measure(&t, 1);
    expect_near(w.volume, m.volume, 1e-5 * m.volume);
    expect_near(w.centre[0], m.centre[2] + 8.0, 1e-5);
    expect_near(w.centre[1], m.centre[1] - 2.0, 1e-5);
    expect_near(w.centre[2], -m.centre[0] + 16.0, 1e-5);
    expect_near(w.second[0][0], m.second[2][2], 1e-4 * m.second[1][1]);
    expect_near(w.second[2][2], m.second[0][0], 1e-4 * m.second[1][1]);
    expect_near(w.second[1][1], m.second[1][1], 1e-4 * m.second[1][1]);
    expect_near(w.second[0][1], m.second[2][1], 1e-4 * m.second[1][1]);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitResult refusals(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    mas_moments m;
    test_cage_grid(&t, 3, 3);
    massa_cage* c = test_cage_build(&t, 1);
    munit_assert_int(mas_cage_moments(c, &m), ==, MASSA_ERROR_RANGE);
    munit_assert_string_equal(test_cage_host()->said,
                              "The cage is open, so that it encloses nothing: close it, or give its "
                              "body a mass of its own.");
    mas_cage_destroy(c);
    test_cage_cube(&t, 2.0f);
    for (uint32_t f = 0; f < t.faces; ++f) // inside out
    {
        const uint32_t swapped = t.corner[4 * f + 1];
        t.corner[4 * f + 1]    = t.corner[4 * f + 3];
        t.corner[4 * f + 3]    = swapped;
    }
    massa_mass mass;
    c = test_cage_build(&t, 1);
    munit_assert_int(massa_cage_mass(c, 1000.0f, &mass), ==, MASSA_ERROR_RANGE);
    munit_assert_ptr_not_null(strstr(test_cage_host()->said, "turn its faces round"));
    munit_assert_int(massa_cage_mass(c, NAN, &mass), ==, MASSA_ERROR_RANGE);
    munit_assert_int(massa_cage_mass(c, 1000.0f, NULL), ==, MASSA_ERROR_NULL);
    munit_assert_int(massa_cage_mass(NULL, 1000.0f, &mass), ==, MASSA_ERROR_NULL);
    mas_cage_destroy(c);
    test_cage_free(&t);
    return MUNIT_OK;
}

// What a host gets: principal axes of a box that stands askew.
static MunitResult mass(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_cage_make(&t, 18);
    for (uint32_t i = 0; i < t.points; ++i) // 2 x 4 x 6, turned by the angle of 3, 4, 5 about z
    {
        const massa_vec3 p = { t.point[i].x, 2.0f * t.point[i].y, 3.0f * t.point[i].z };
        t.point[i]         = (massa_vec3){ 0.8f * p.x - 0.6f * p.y, 0.6f * p.x + 0.8f * p.y, p.z };
    }
    massa_cage* c = test_cage_build(&t, 0);
    massa_mass m;
    test_try(massa_cage_mass(c, 500.0f, &m));
    mas_cage_destroy(c);
    expect_near((double)m.mass, 24000.0, 0.01);
    const double third = 24000.0 / 3.0;
    double moment[3]   = { (double)m.inertia.x, (double)m.inertia.y, (double)m.inertia.z };
    expect_near(moment[0] + moment[1] + moment[2], third * 2.0 * (1.0 + 4.0 + 9.0), 1.0);
    expect_near(moment[2], third * (1.0 + 4.0), 0.1);
    expect_near(moment[0], third * (4.0 + 9.0), 0.1);
    expect_near(fabs((double)m.axes.z), sin(0.5 * atan2(0.6, 0.8)), 1e-6);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/ball", ball, NULL, NULL, 0, NULL },         { "/box", box, NULL, NULL, 0, NULL },
    { "/figure", figure, NULL, NULL, 0, NULL },     { "/mass", mass, NULL, NULL, 0, NULL },
    { "/refusals", refusals, NULL, NULL, 0, NULL }, { 0 },
};
MunitSuite test_volume_suite = { "/volume", tests, NULL, 1, 0 };
