// Mass properties against closed forms, against each other, and against sums over parts written here.
// runs: host asan. It takes any input and needs no device.
#include "points.h"
#include "mass.h"
#include "oracle/exact.h"

#include <math.h>
#include <string.h>

static test_points points;

static massa_mass hull_mass(float density, massa_vec3* offset)
{
    hull_data h;
    char reason[MAS_HULL_REASON];
    if (!test_build_hull(points.at, points.count, &h, offset, reason)) munit_errorf("refused: %s", reason);
    return mas_mass_hull(&h, density);
}

static void expect_near(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        munit_errorf("%.9g, but %.9g was expected (relative %g)", value, expected, value / expected - 1.0);
}

static void expect_moments(const massa_mass* m, double x, double y, double z, double relative)
{
    expect_near((double)m->inertia.x, x, relative);
    expect_near((double)m->inertia.y, y, relative);
    expect_near((double)m->inertia.z, z, relative);
}

static void expect_identity(massa_quat q)
{
    munit_assert_true(q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f);
}

static void expect_quat(massa_quat q, double x, double y, double z, double w)
{
    munit_assert_double(fabs((double)q.x - x), <, 1e-5);
    munit_assert_double(fabs((double)q.y - y), <, 1e-5);
    munit_assert_double(fabs((double)q.z - z), <, 1e-5);
    munit_assert_double(fabs((double)q.w - w), <, 1e-5);
}

static massa_quat random_turn(uint64_t* seed)
{
    mas_vec4 q = test_uniform4(seed, -1.0f, 1.0f);
    q.w        = test_uniform(seed, -1.0f, 1.0f);
    q          = oracle_normalize4(q);
    return (massa_quat){ q.x, q.y, q.z, q.w };
}

typedef struct tensor
{
    double m[3][3];
} tensor;

static void turn_of(massa_quat q, double r[3][3]) // rows of a rotation: images of the axes, seen as columns
{
    const double axis[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double u[3] = { (double)q.x, (double)q.y, (double)q.z }, w = (double)q.w;
    const double n = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + w * w;
    for (int k = 0; k < 3; ++k) // Rodrigues: v + 2 w (u x v) + 2 u x (u x v)
    {
        const double* v   = axis[k];
        const double a[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0] };
        const double b[3] = { u[1] * a[2] - u[2] * a[1], u[2] * a[0] - u[0] * a[2], u[0] * a[1] - u[1] * a[0] };
        for (int i = 0; i < 3; ++i)
            r[i][k] = v[i] + 2.0 * (w * a[i] + b[i]) / n;
    }
}

// The tensor that the moments and axes stand for, in the axes of a frame that the shape's is turned in.
static tensor tensor_of(const massa_mass* m, massa_quat turn)
{
    const double moment[3] = { (double)m->inertia.x, (double)m->inertia.y, (double)m->inertia.z };
    double a[3][3], b[3][3], r[3][3];
    tensor t;
    turn_of(turn, a);
    turn_of(m->axes, b);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            r[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            t.m[i][j] = r[i][0] * moment[0] * r[j][0] + r[i][1] * moment[1] * r[j][1] + r[i][2] * moment[2] * r[j][2];
    return t;
}

static double trace_of(const tensor* t)
{
    return t->m[0][0] + t->m[1][1] + t->m[2][2];
}

static void expect_tensor(const tensor* value, const tensor* expected, double relative)
{
    for (int i = 0; i < 9; ++i)
        munit_assert_double(fabs(value->m[i / 3][i % 3] - expected->m[i / 3][i % 3]), <=,
                            relative * trace_of(expected));
}

static void expect_proper(const massa_mass* m)
{
    const massa_quat q = m->axes;
    const massa_vec3 i = m->inertia;
    munit_assert_float(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f), <, 1e-6f);
    munit_assert_float(q.w, >=, 0.0f);
    munit_assert_true(i.x > 0.0f && i.y > 0.0f && i.z > 0.0f);
    munit_assert_true(i.x <= 1.00001f * (i.y + i.z) && i.y <= 1.00001f * (i.z + i.x) && i.z <= 1.00001f * (i.x + i.y));
}

// None of the other 23 orders and signs of the axes is a smaller turn: in each, w is one of these sums.
static void expect_least_turn(massa_quat q)
{
    const float x = fabsf(q.x), y = fabsf(q.y), z = fabsf(q.z), slack = 1e-5f;
    munit_assert_float(q.w, >=, fmaxf(x, fmaxf(y, z)) - slack);
    munit_assert_float(q.w, >=, (q.w + fmaxf(x, fmaxf(y, z))) * 0.70710678f - slack);
    munit_assert_float(q.w, >=, 0.5f * (q.w + x + y + z) - slack);
}

static const massa_quat NO_TURN = { 0.0f, 0.0f, 0.0f, 1.0f };
static const massa_vec3 NOWHERE = { 0.0f, 0.0f, 0.0f };

// ---- Closed forms ----

static MunitResult simple_shapes(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const double pi = 3.14159265358979;
    massa_mass m    = mas_mass_sphere(0.5f, 1000.0f);
    expect_near((double)m.mass, 1000.0 * pi / 6.0, 1e-6);
    expect_moments(&m, 0.1 * (double)m.mass, 0.1 * (double)m.mass, 0.1 * (double)m.mass, 1e-6);
    expect_identity(m.axes);
    m = mas_mass_box((massa_vec3){ 0.5f, 1.0f, 1.5f }, 2.0f);
    expect_near((double)m.mass, 12.0, 1e-6);
    expect_moments(&m, 13.0, 10.0, 5.0, 1e-6);
    expect_identity(m.axes);
    m = mas_mass_capsule(0.5f, 0.0f, 1000.0f); // a sphere
    expect_near((double)m.mass, 1000.0 * pi / 6.0, 1e-6);
    expect_moments(&m, 0.1 * (double)m.mass, 0.1 * (double)m.mass, 0.1 * (double)m.mass, 1e-6);
    // A capsule in thin slices: discs with m r^2 / 2 and m r^2 / 4 + m y^2.
    const double r = 0.3, h = 0.7, dy = 1e-5;
    double mass = 0.0, along = 0.0, across = 0.0;
    for (double y = -h - r + 0.5 * dy; y < h + r; y += dy)
    {
        const double beyond = fmax(fabs(y) - h, 0.0), squared = r * r - beyond * beyond, disc = 5.0 * pi * squared * dy;
        mass += disc;
        along += 0.5 * disc * squared;
        across += disc * (0.25 * squared + y * y);
    }
    m = mas_mass_capsule(0.3f, 0.7f, 5.0f);
    expect_near((double)m.mass, mass, 1e-5);
    expect_moments(&m, across, along, across, 1e-5);
    m = mas_mass_scaled(m, 10.0f);
    munit_assert_float(m.mass, ==, 10.0f);
    expect_moments(&m, across * 10.0 / mass, along * 10.0 / mass, across * 10.0 / mass, 1e-5);
    return MUNIT_OK;
}

static MunitResult hulls_of_known_bodies(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    massa_vec3 offset;
    uint32_t counts[3];
    points.count = 0;
    test_box_points(&points, 0.3f, 0.7f, 0.2f);
    massa_mass m = hull_mass(600.0f, &offset), box = mas_mass_box((massa_vec3){ 0.3f, 0.7f, 0.2f }, 600.0f);
    expect_near((double)m.mass, (double)box.mass, 1e-5);
    expect_moments(&m, (double)box.inertia.x, (double)box.inertia.y, (double)box.inertia.z, 1e-5);
    expect_identity(m.axes);

    test_known_hull(&points, 0, counts); // regular tetrahedron: m a^2 / 20, a = sqrt 8
    m = hull_mass(3.0f, &offset);
    expect_near((double)m.mass, 8.0, 1e-6);
    expect_moments(&m, 3.2, 3.2, 3.2, 1e-6);
    expect_identity(m.axes);

    // The corner of a cube: volume 1/6; moments m/10 about the diagonal, m/16 across it.
    points.count = 0;
    test_point(&points, 2.0f, 3.0f, 4.0f);
    test_point(&points, 3.0f, 3.0f, 4.0f);
    test_point(&points, 2.0f, 4.0f, 4.0f);
    test_point(&points, 2.0f, 3.0f, 5.0f);
    m = hull_mass(6.0f, &offset);
    expect_near((double)m.mass, 1.0, 1e-5);
    expect_near((double)offset.x + (double)m.centre.x, 2.25, 1e-6);
    expect_near((double)offset.y + (double)m.centre.y, 3.25, 1e-6);
    expect_near((double)offset.z + (double)m.centre.z, 4.25, 1e-6);
    const massa_vec3 i = m.inertia;
    expect_near((double)fmaxf(i.x, fmaxf(i.y, i.z)), 0.1, 1e-5);
    expect_near((double)fminf(i.x, fminf(i.y, i.z)), 0.0625, 1e-5);
    const tensor corner = { { { 0.075, 0.0125, 0.0125 }, { 0.0125, 0.075, 0.0125 }, { 0.0125, 0.0125, 0.075 } } };
    const tensor found  = tensor_of(&m, NO_TURN);
    expect_tensor(&found, &corner, 1e-5);

    test_known_hull(&points, 3, counts); // icosahedron of edge 2: m a^2 (3 + sqrt 5) / 20
    m                   = hull_mass(1.0f, &offset);
    const double moment = (double)m.mass * 4.0 * (3.0 + sqrt(5.0)) / 20.0;
    expect_near((double)m.mass, 8.0 * 5.0 * (3.0 + sqrt(5.0)) / 12.0, 1e-5);
    expect_moments(&m, moment, moment, moment, 1e-5);
    expect_identity(m.axes);
    return MUNIT_OK;
}

// Prisms of 4, 8, 16 sides come three to four times nearer to a cylinder each time.
static MunitResult prisms_become_cylinders(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const double mass = 3.14159265358979 * 2.0, along = 0.5 * mass, across = mass * (0.25 + 1.0 / 3.0);
    double error[3][3];
    for (uint32_t n = 0; n < 3; ++n)
    {
        massa_vec3 offset;
        points.count = 0;
        test_ring(&points, 4u << n, 1.0f, -1.0f);
        test_ring(&points, 4u << n, 1.0f, 1.0f);
        const massa_mass m = hull_mass(1.0f, &offset);
        expect_identity(m.axes);
        error[n][0] = 1.0 - (double)m.mass / mass;
        error[n][1] = 1.0 - (double)m.inertia.y / along;
        error[n][2] = 1.0 - (double)m.inertia.x / across;
        for (int k = 0; k < 3 && n > 0; ++k)
            munit_assert_true(error[n - 1][k] > 2.9 * error[n][k] && error[n - 1][k] < 4.2 * error[n][k]);
    }
    munit_assert_double(error[2][1], <, 0.06);
    munit_assert_double(error[2][1], >, 0.0); // inside
    return MUNIT_OK;
}

// ---- Turning and moving ----

static MunitResult poses_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed = 6;
    for (uint32_t n = 0; n < 200; ++n)
    {
        massa_vec3 a, b;
        points.count = 0;
        for (uint32_t i = 0; i < 4 + n % 20; ++i)
        {
            const mas_vec4 x = test_uniform4(&seed, -1.0f, 1.0f);
            test_point(&points, x.x, 0.7f * x.y, 0.5f * x.z);
        }
        const massa_mass still = hull_mass(700.0f, &a);
        const massa_quat turn  = random_turn(&seed);
        const mas_vec4 by      = test_uniform4(&seed, -3.0f, 3.0f);
        const mas_pose pose    = { { by.x, by.y, by.z }, turn };
        const mas_pose centre  = { { a.x + still.centre.x, a.y + still.centre.y, a.z + still.centre.z }, NO_TURN };
        const massa_vec3 where = mas_pose_compose(pose, centre).position;
        test_turn_points(&points, (mas_vec4){ turn.x, turn.y, turn.z, turn.w }, 1.0f, pose.position);
        const massa_mass turned = hull_mass(700.0f, &b);
        const tensor expected = tensor_of(&still, turn), found = tensor_of(&turned, NO_TURN);
        expect_proper(&still);
        expect_proper(&turned);
        // Each hull is within its tolerance of the points, and may leave out different ones.
        expect_near((double)turned.mass, (double)still.mass, 2e-3);
        expect_tensor(&found, &expected, 2e-3);
        munit_assert_float(fabsf(b.x + turned.centre.x - where.x), <, 1e-3f);
        munit_assert_float(fabsf(b.y + turned.centre.y - where.y), <, 1e-3f);
        munit_assert_float(fabsf(b.z + turned.centre.z - where.z), <, 1e-3f);
        munit_assert_float(fabsf(turned.centre.x) + fabsf(turned.centre.y) + fabsf(turned.centre.z), <, 1e-5f);
    }
    return MUNIT_OK;
}

static MunitResult poses_compose(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed = 7;
    for (uint32_t n = 0; n < 1000; ++n)
    {
        const mas_vec4 x = test_uniform4(&seed, -10.0f, 10.0f);
        const mas_pose p = { { x.x, x.y, x.z }, random_turn(&seed) };
        const mas_pose e = mas_pose_compose(p, mas_pose_inverse(p)), f = mas_pose_compose(mas_pose_inverse(p), p);
        munit_assert_float(fabsf(e.position.x) + fabsf(e.position.y) + fabsf(e.position.z), <, 2e-5f);
        munit_assert_float(fabsf(f.position.x) + fabsf(f.position.y) + fabsf(f.position.z), <, 2e-5f);
        expect_quat(e.rotation, 0.0, 0.0, 0.0, 1.0);
        expect_quat(f.rotation, 0.0, 0.0, 0.0, 1.0);
    }
    // A quarter turn about z, then one about x.
    const float s       = 0.70710678f;
    const mas_pose z    = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, s, s } };
    const mas_pose x    = { { 0.0f, 2.0f, 0.0f }, { s, 0.0f, 0.0f, s } };
    const mas_pose both = mas_pose_compose(x, z);
    munit_assert_float(fabsf(both.position.x - 1.0f) + fabsf(both.position.y - 2.0f) + fabsf(both.position.z), <,
                       1e-6f);
    expect_quat(both.rotation, 0.5, -0.5, 0.5, 0.5);
    return MUNIT_OK;
}

// ---- Sums ----

static MunitResult boxes_add_up(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const float s          = 0.70710678f;
    const massa_mass whole = mas_mass_box((massa_vec3){ 1.0f, 0.5f, 0.25f }, 800.0f);
    const massa_mass half  = mas_mass_box((massa_vec3){ 0.5f, 0.5f, 0.25f }, 800.0f);
    const massa_mass lying = mas_mass_box((massa_vec3){ 0.5f, 0.25f, 0.5f }, 800.0f); // the same, lying on its side
    const mas_mass_part part[2] = { { half, { { 2.5f, 3.0f, 4.0f }, NO_TURN } },
                                    { lying, { { 3.5f, 3.0f, 4.0f }, { s, 0.0f, 0.0f, s } } } };
    const massa_mass sum        = mas_mass_sum(part, 2);
    expect_near((double)sum.mass, (double)whole.mass, 1e-6);
    expect_moments(&sum, (double)whole.inertia.x, (double)whole.inertia.y, (double)whole.inertia.z, 1e-5);
    expect_identity(sum.axes);
    expect_near((double)sum.centre.x, 3.0, 1e-6);
    expect_near((double)sum.centre.y, 3.0, 1e-6);
    expect_near((double)sum.centre.z, 4.0, 1e-6);
    const massa_mass none = mas_mass_sum(NULL, 0);
    munit_assert_float(none.mass, ==, 0.0f);
    expect_identity(none.axes);
    return MUNIT_OK;
}

static const uint64_t PINNED =
    15618711147090048954u; // of all sums below: changes with them, and with the rules for axes

// Any parts: the tensor of the whole is that of the parts, and the axes make it diagonal. Red when a bit differs from
// other machines' too.
static MunitResult axes_are_principal(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed = 8, hash = 0;
    for (uint32_t n = 0; n < 2000; ++n)
    {
        mas_mass_part part[8];
        const uint32_t count = 1 + n % 8;
        double mass = 0.0, centre[3] = { 0.0, 0.0, 0.0 };
        tensor expected = { { { 0.0 } } };
        for (uint32_t k = 0; k < count; ++k)
        {
            const mas_vec4 h = test_uniform4(&seed, 0.05f, 1.0f), x = test_uniform4(&seed, -2.0f, 2.0f);
            part[k].mass = k % 3 == 0   ? mas_mass_box((massa_vec3){ h.x, h.y, h.z }, 500.0f)
                           : k % 3 == 1 ? mas_mass_capsule(h.x, h.y, 900.0f)
                                        : mas_mass_sphere(h.x, 2000.0f);
            part[k].pose = (mas_pose){ { x.x, x.y, x.z }, random_turn(&seed) };
            if (k > 0 && n % 3 == 0) part[k].mass = mas_mass_sum(part, k); // a compound of compounds
            const mas_pose at = mas_pose_compose(part[k].pose, (mas_pose){ part[k].mass.centre, NO_TURN });
            mass += (double)part[k].mass.mass;
            centre[0] += (double)part[k].mass.mass * (double)at.position.x;
            centre[1] += (double)part[k].mass.mass * (double)at.position.y;
            centre[2] += (double)part[k].mass.mass * (double)at.position.z;
        }
        for (uint32_t k = 0; k < count; ++k)
        {
            const mas_pose at = mas_pose_compose(part[k].pose, (mas_pose){ part[k].mass.centre, NO_TURN });
            const double d[3] = { (double)at.position.x - centre[0] / mass, (double)at.position.y - centre[1] / mass,
                                  (double)at.position.z - centre[2] / mass };
            const tensor own  = tensor_of(&part[k].mass, part[k].pose.rotation);
            for (int i = 0; i < 9; ++i)
                expected.m[i / 3][i % 3] +=
                    own.m[i / 3][i % 3] +
                    (double)part[k].mass.mass *
                        ((i % 4 == 0 ? d[0] * d[0] + d[1] * d[1] + d[2] * d[2] : 0.0) - d[i / 3] * d[i % 3]);
        }
        const massa_mass sum = mas_mass_sum(part, count);
        const tensor found   = tensor_of(&sum, NO_TURN);
        expect_proper(&sum);
        expect_near((double)sum.mass, mass, 1e-6);
        munit_assert_double(fabs((double)sum.centre.x - centre[0] / mass), <, 1e-5);
        munit_assert_double(fabs((double)sum.centre.y - centre[1] / mass), <, 1e-5);
        munit_assert_double(fabs((double)sum.centre.z - centre[2] / mass), <, 1e-5);
        expect_tensor(&found, &expected, 2e-5); // what counts as diagonal is 1e-5
        expect_least_turn(sum.axes);
        for (size_t i = 0; i < sizeof sum / sizeof(uint32_t); ++i) // FNV-1a
        {
            uint32_t word;
            memcpy(&word, (const uint8_t*)&sum + i * sizeof word, sizeof word);
            hash = (hash ^ word) * 0x100000001b3u;
        }
    }
    munit_assert_uint64(hash, ==, PINNED);
    return MUNIT_OK;
}

static massa_mass turned_box(float x, float y, float z, double rx, double ry, double rz, double degrees)
{
    const double angle = degrees * 3.14159265358979 / 360.0, s = sin(angle) / sqrt(rx * rx + ry * ry + rz * rz);
    const mas_mass_part part = {
        mas_mass_box((massa_vec3){ x, y, z }, 1000.0f),
        { NOWHERE, { (float)(rx * s), (float)(ry * s), (float)(rz * s), (float)cos(angle) } },
    };
    return mas_mass_sum(&part, 1);
}

// Axes stay as they are or turn as little as they can. Red when Jacobi's order or last bits show.
static MunitResult axes_turn_least(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const double degree = 3.14159265358979 / 360.0; // half of one
    uint64_t seed       = 9;
    for (double a = -44.0; a < 44.5; a += 4.0) // distinct moments: the axes follow the box
    {
        const massa_mass m = turned_box(0.5f, 1.0f, 1.5f, 0.0, 0.0, 1.0, a);
        expect_quat(m.axes, 0.0, 0.0, sin(a * degree), cos(a * degree));
        expect_moments(&m, (double)m.mass * 13.0 / 12.0, (double)m.mass * 10.0 / 12.0, (double)m.mass * 5.0 / 12.0,
                       1e-5);
    }
    massa_mass m = turned_box(0.5f, 1.0f, 1.5f, 0.0, 0.0, 1.0, 80.0); // nearer to another order
    expect_quat(m.axes, 0.0, 0.0, sin(-10.0 * degree), cos(-10.0 * degree));
    expect_moments(&m, (double)m.mass * 10.0 / 12.0, (double)m.mass * 13.0 / 12.0, (double)m.mass * 5.0 / 12.0, 1e-5);
    m = turned_box(0.5f, 1.0f, 1.5f, 0.0, 0.0, 1.0, 90.0);
    expect_identity(m.axes);
    m = turned_box(0.5f, 0.5f, 1.5f, 0.0, 0.0, 1.0, 33.0); // a round one about its axis: nothing to turn
    expect_identity(m.axes);
    m = turned_box(0.5f, 1.5f, 0.5f, 1.0, 0.0, 0.0, 30.0); // tilted: by the tilt alone
    expect_quat(m.axes, sin(30.0 * degree), 0.0, 0.0, cos(30.0 * degree));
    for (uint32_t n = 0; n < 500; ++n) // any tilt: never a turn about the axis itself
    {
        const mas_vec4 r   = test_uniform4(&seed, -1.0f, 1.0f);
        const double angle = (double)test_uniform(&seed, 0.0f, 360.0f);
        m                  = turned_box(0.5f, 1.5f, 0.5f, (double)r.x, (double)r.y, (double)r.z, angle);
        const float least  = fminf(m.inertia.x, fminf(m.inertia.y, m.inertia.z)); // about the long axis
        const float about  = m.inertia.x == least ? m.axes.x : m.inertia.y == least ? m.axes.y : m.axes.z;
        munit_assert_float(about, ==, 0.0f);
        expect_least_turn(m.axes);
    }
    for (uint32_t n = 0; n < 500; ++n) // equal moments in any pose, with noise
    {
        const mas_vec4 r = test_uniform4(&seed, -1.0f, 1.0f), e = test_uniform4(&seed, -2e-6f, 2e-6f);
        const double angle = (double)test_uniform(&seed, 0.0f, 360.0f);
        m = turned_box(1.0f + e.x, 1.0f + e.y, 1.0f + e.z, (double)r.x, (double)r.y, (double)r.z, angle);
        expect_identity(m.axes);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/simple-shapes", simple_shapes, NULL, NULL, 0, NULL },
    { "/hulls-of-known-bodies", hulls_of_known_bodies, NULL, NULL, 0, NULL },
    { "/prisms-become-cylinders", prisms_become_cylinders, NULL, NULL, 0, NULL },
    { "/poses-change-nothing", poses_change_nothing, NULL, NULL, 0, NULL },
    { "/poses-compose", poses_compose, NULL, NULL, 0, NULL },
    { "/boxes-add-up", boxes_add_up, NULL, NULL, 0, NULL },
    { "/axes-are-principal", axes_are_principal, NULL, NULL, 0, NULL },
    { "/axes-turn-least", axes_turn_least, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_mass_suite = { "/mass", tests, NULL, 1, 0 };
