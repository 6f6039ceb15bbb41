// Queries whose answers are known without a search: bodies with symmetry, rims, silhouettes, reaches, motion.
#include "cages.h"
#include "limit_truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COUNT = 256
};

static query_record q[COUNT];
static query_answer a[COUNT];

typedef struct stage
{
    massa_cage* cage;
    test_limits t;
    test_truth truth;
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t number, uint32_t isolation)
{
    test_cage c = { 0 };
    test_cage_make(&c, number);
    s->cage = test_cage_build(&c, isolation);
    test_cage_free(&c);
    test_make_limits(gpu, &s->t, (const massa_cage* const[]){ s->cage }, 1, 1, COUNT);
    s->truth = test_create_truth(&s->t.twin, 0);
}

static void destroy(stage* s)
{
    test_destroy_truth(&s->truth);
    test_destroy_limits(&s->t);
    mas_cage_destroy(s->cage);
}

static mas_vec4 to_float(const double x[3], double w)
{
    return (mas_vec4){ (float)x[0], (float)x[1], (float)x[2], (float)w };
}

static double unit(uint64_t* seed)
{
    return (double)test_random(seed) / 4294967295.0;
}

static test_place any_place(const stage* s, uint64_t* seed)
{
    const uint32_t p = test_random(seed) % s->truth.count;
    return test_place_at(&s->t.twin, p, unit(seed), unit(seed));
}

// A direction in the plane of the surface there.
static void any_tangent(const test_place* p, uint64_t* seed, double d[3])
{
    double l = 0;
    while (l < 0.01)
    {
        for (int k = 0; k < 3; ++k)
            d[k] = 2 * unit(seed) - 1;
        const double along = test_dot(d, p->n);
        for (int k = 0; k < 3; ++k)
            d[k] -= along * p->n[k];
        l = sqrt(test_dot(d, d));
    }
    for (int k = 0; k < 3; ++k)
        d[k] /= l;
}

// From the middle of a cube or a ball many places are equally close. Red when the distance is not the least there is,
// or no answer comes.
static MunitResult middle_of_symmetric_bodies(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t bodies[] = { 0, 18, 31 };
    for (uint32_t k = 0; k < MAS_COUNT(bodies); ++k)
    {
        stage s;
        make(fixture, &s, bodies[k], 1);
        q[0] = (query_record){ .kind = QUERY_CLOSEST, .point = { 0.0f, 0.0f, 0.0f, 100.0f } };
        test_ask(fixture, &s.t, q, 1, 60.0f, a);
        const test_place want = test_truth_closest(&s.truth, (const double[]){ 0, 0, 0 });
        munit_assert_uint32(a[0].flags, ==, QUERY_HIT);
        munit_assert_double(fabs((double)a[0].position.w - want.distance), <, 1e-5 * s.truth.size);
        destroy(&s);
    }
    return MUNIT_OK;
}

// Rays that pass just inside the limit surface of a ball, farther out than its triangles, hit; just outside they miss.
// Red when triangles, or parts of patches that are too straight, are hit instead of the surface.
static MunitResult silhouettes_are_sharp(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 31, 1);
    static const double depths[] = { 1e-2, 1e-3, 1e-4, 2e-5 }; // of the size
    uint64_t seed                = 9;
    for (uint32_t side = 0; side < 2; ++side)
    {
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            const test_place p = any_place(&s, &seed);
            double d[3], x[3];
            any_tangent(&p, &seed, d);
            for (int k = 0; k < 3; ++k)
                x[k] = p.x[k] + s.truth.size * ((side == 0 ? -1 : 1) * depths[i % 4] * p.n[k] - 1.5 * d[k]);
            q[i] = (query_record){ .kind = QUERY_RAY, .point = to_float(x, 1e3), .direction = to_float(d, 0) };
        }
        test_ask(fixture, &s.t, q, COUNT, 60.0f, a);
        for (uint32_t i = 0; i < COUNT; ++i)
            munit_assert_uint32(a[i].flags, ==, side == 0 ? QUERY_HIT : 0);
        for (uint32_t i = 0; i < COUNT && side == 0; ++i)
        {
            // In front: the side that faces the ray.
            const double n[3] = { a[i].normal.x, a[i].normal.y, a[i].normal.z };
            const double d[3] = { q[i].direction.x, q[i].direction.y, q[i].direction.z };
            if (depths[i % 4] > 5e-5) munit_assert_double(test_dot(n, d), <, 0);
        }
    }
    destroy(&s);
    return MUNIT_OK;
}

// Above a rim both patches find the same place. Red when the answer depends on which of them was looked at first.
static MunitResult rims_go_to_the_lower_patch(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t bodies[] = { 1, 0, 31 };
    for (uint32_t b = 0; b < MAS_COUNT(bodies); ++b)
    {
        stage s;
        make(fixture, &s, bodies[b], 1);
        uint64_t seed = 21 + b;
        static uint32_t lowest[COUNT];
        static double rim[COUNT][3];
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            const uint32_t patch = test_random(&seed) % s.truth.count, side = test_random(&seed) % 4;
            const double t = 0.1 + 0.8 * unit(&seed), end = side < 2 ? 0 : 1;
            const test_place p = test_place_at(&s.t.twin, patch, side % 2 == 0 ? t : end, side % 2 == 0 ? end : t);
            const double off   = (i % 4 == 0 ? 0.0 : i % 4 == 1 ? 0.3 : i % 4 == 2 ? -0.01 : 0.01) * s.truth.size;
            double x[3];
            for (int k = 0; k < 3; ++k)
            {
                x[k]      = p.x[k] + off * p.n[k];
                rim[i][k] = p.x[k];
            }
            q[i] = (query_record){ .kind = QUERY_CLOSEST, .point = to_float(x, 1e3) };
            if (i % 4 == 1)
            {
                double d[3];
                for (int k = 0; k < 3; ++k)
                    d[k] = -p.n[k];
                q[i].kind      = QUERY_RAY;
                q[i].direction = to_float(d, 0);
            }
            // Who else has this place? Patches whose rims pass within rounding.
            lowest[i] = patch;
            for (uint32_t m = 0; m < s.truth.count; ++m)
                for (int e = 0; e < 4 && m < lowest[i]; ++e)
                    for (int way = 0; way < 2; ++way)
                    {
                        const double r = way == 0 ? t : 1 - t, z = e < 2 ? 0 : 1;
                        const test_place o = test_place_at(&s.t.twin, m, e % 2 == 0 ? r : z, e % 2 == 0 ? z : r);
                        if (test_apart(o.x, p.x) < 1e-6 * s.truth.size && m < lowest[i]) lowest[i] = m;
                    }
        }
        test_ask(fixture, &s.t, q, COUNT, 60.0f, a);
        uint32_t others = 0;
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            munit_assert_uint32(a[i].flags & QUERY_HIT, ==, QUERY_HIT);
            // One of half its size, whose rim is a part of this one, may be lower still.
            const test_place p = test_place_at(&s.t.twin, a[i].patch_number, a[i].normal.w, a[i].velocity.w);
            others += a[i].patch_number > lowest[i] || test_apart(p.x, rim[i]) > 2e-5 * s.truth.size;
        }
        printf("%u of %u places on rims belong to another than the lowest patch\n", others, COUNT);
        munit_assert_uint32(others, ==, 0);
        destroy(&s);
    }
    return MUNIT_OK;
}

// Red when something is found beyond the reach, or lost within it; when a kind or surface that is none is answered.
static MunitResult reaches_end(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 1, 1);
    uint64_t seed = 4;
    for (uint32_t i = 0; i < COUNT; i += 2)
    {
        const test_place p = any_place(&s, &seed);
        const double away  = 0.3 * s.truth.size * (0.2 + unit(&seed));
        double x[3], d[3];
        for (int k = 0; k < 3; ++k)
        {
            x[k] = p.x[k] + away * p.n[k];
            d[k] = -p.n[k];
        }
        q[i]     = (query_record){ .kind      = i % 4 == 0 ? QUERY_CLOSEST : QUERY_RAY,
                                   .point     = to_float(x, 1e5),
                                   .direction = to_float(d, 0) };
        q[i + 1] = q[i];
    }
    test_ask(fixture, &s.t, q, COUNT, 60.0f, a);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        munit_assert_uint32(a[i].flags, ==, QUERY_HIT);
        q[i].point.w = a[i].position.w * (i % 2 == 0 ? 1.0001f : 0.9999f);
    }
    test_ask(fixture, &s.t, q, COUNT, 60.0f, a);
    for (uint32_t i = 0; i < COUNT; ++i)
        munit_assert_uint32(a[i].flags, ==, i % 2 == 0 ? QUERY_HIT : 0);
    q[0].kind    = QUERY_NOTHING;
    q[1].surface = 1;
    q[1].point.w = 1e5f;
    q[2].kind    = 77;
    test_ask(fixture, &s.t, q, 3, 60.0f, a);
    for (uint32_t i = 0; i < 3; ++i)
    {
        munit_assert_uint32(a[i].flags, ==, 0);
        munit_assert_float(a[i].position.w, ==, 0.0f);
    }
    destroy(&s);
    return MUNIT_OK;
}

// Points turn and move by known ways between two steps. Red when a velocity is of another place, step or unit.
static MunitResult velocities_are_those_of_the_place(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 17, 1);
    oracle_surfaces before = s.t.twin;
    before.point           = malloc(s.t.s.points * sizeof(mas_vec4));
    memcpy(before.point, s.t.twin.point, s.t.s.points * sizeof(mas_vec4));
    for (uint32_t i = 0; i < s.t.range[0].cage_points; ++i)
    {
        const mas_vec4 x  = s.t.twin.point[i];
        s.t.twin.point[i] = (mas_vec4){ x.x + 0.05f * x.y + 0.01f, x.y - 0.03f * x.z, x.z * 1.02f + 0.02f * x.x, 0.0f };
    }
    test_pose_limits(fixture, &s.t);
    const float rate = 90.0f;
    uint64_t seed    = 8;
    for (uint32_t i = 0; i < COUNT; ++i)
        q[i] = (query_record){ .kind = QUERY_CLOSEST, .point = to_float(any_place(&s, &seed).x, 10) };
    test_ask(fixture, &s.t, q, COUNT, rate, a);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        const double u = a[i].normal.w, v = a[i].velocity.w;
        const oracle_limit now = oracle_limit_at(&s.t.twin, a[i].patch_number, u, v);
        const oracle_limit was = oracle_limit_at(&before, a[i].patch_number, u, v);
        const double got[3]    = { a[i].velocity.x, a[i].velocity.y, a[i].velocity.z };
        for (int k = 0; k < 3; ++k)
            munit_assert_double(fabs(got[k] - (now.x[k] - was.x[k]) * (double)rate), <,
                                1e-5 * s.truth.size * (double)rate);
        munit_assert_uint32(a[i].face, ==, s.t.twin.patch[a[i].patch_number].face);
    }
    test_ask(fixture, &s.t, q, COUNT, 0.0f, a);
    munit_assert_float(a[0].velocity.x, ==, 0.0f);
    free(before.point);
    destroy(&s);
    return MUNIT_OK;
}

// A flat sheet, and rays that lie in it: the whole of their way is a hit, and halving finds no end. Red when the limits
// of the search do not hold (it would hang), or what it says is not on both.
static MunitResult rays_inside_a_plane_end(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    test_cage c = { 0 };
    test_cage_make(&c, 2);
    for (uint32_t i = 0; i < c.points; ++i)
        c.point[i].y = 0.0f;
    s.cage = test_cage_build(&c, 1);
    test_cage_free(&c);
    test_make_limits(fixture, &s.t, (const massa_cage* const[]){ s.cage }, 1, 1, COUNT);
    s.truth       = test_create_truth(&s.t.twin, 0);
    uint64_t seed = 2;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        const test_place p = any_place(&s, &seed);
        double d[3], x[3];
        any_tangent(&p, &seed, d);
        for (int k = 0; k < 3; ++k)
            x[k] = p.x[k] - 2 * s.truth.size * d[k];
        q[i] = (query_record){ .kind = QUERY_RAY, .point = to_float(x, 1e3), .direction = to_float(d, 0) };
    }
    test_ask(fixture, &s.t, q, COUNT, 60.0f, a);
    uint32_t hits = 0, stopped = 0;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        hits += a[i].flags & QUERY_HIT;
        stopped += (a[i].flags & QUERY_STOPPED) != 0;
        if ((a[i].flags & QUERY_HIT) == 0) continue;
        const test_place p = test_place_at(&s.t.twin, a[i].patch_number, a[i].normal.w, a[i].velocity.w);
        for (int k = 0; k < 3; ++k)
        {
            const mas_vec4 o = q[i].point, d = q[i].direction;
            const double on = k == 0   ? o.x + (double)a[i].position.w * d.x
                              : k == 1 ? o.y + (double)a[i].position.w * d.y
                                       : o.z + (double)a[i].position.w * d.z;
            munit_assert_double(fabs(on - p.x[k]), <, 2e-5 * s.truth.size);
        }
    }
    printf("%u of %u rays inside a plane hit it, %u searches were stopped\n", hits, COUNT, stopped);
    munit_assert_uint32(hits, ==, COUNT);
    destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/middle-of-symmetric-bodies", middle_of_symmetric_bodies, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/silhouettes-are-sharp", silhouettes_are_sharp, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/rims-go-to-the-lower-patch", rims_go_to_the_lower_patch, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/reaches-end", reaches_end, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/velocities-are-those-of-the-place", velocities_are_those_of_the_place, test_gpu_setup, test_gpu_tear_down, 0,
      NULL },
    { "/rays-inside-a-plane-end", rays_inside_a_plane_end, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_query_cases_suite = { "/query_cases", tests, NULL, 1, 0 };
