// What the contacts mean, against distances and depths in double precision (harness/convex.h).
#include "convex.h"
#include "round.h"

#include <math.h>

typedef struct tally
{
    uint32_t pairs, contacts, deep, unknown;
    double error, angle, surface; // largest: separation and points in sizes, degrees
} tally;

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Both surface points of each point: on their shapes, those of the deepest on the surface, others perhaps inside.
static void check_points(const manifold* m, const test_convex* a, const test_convex* b, double size, float separation,
                         tally* t)
{
    const double n[3] = { m->normal.x, m->normal.y, m->normal.z };
    for (uint32_t k = 0; k < m->count; ++k)
    {
        const mas_vec4 p  = m->point[k];
        const double x[3] = { p.x, p.y, p.z };
        double on_a[3], on_b[3];
        for (int i = 0; i < 3; ++i)
            on_a[i] = x[i] - 0.5 * p.w * n[i], on_b[i] = x[i] + 0.5 * p.w * n[i];
        double da = test_convex_distance(a, on_a), db = test_convex_distance(b, on_b);
        if (p.w == separation) da = fabs(da), db = fabs(db);
        munit_assert_double(da, <=, 1e-3 * size);
        munit_assert_double(db, <=, 1e-3 * size);
        t->surface = fmax(t->surface, fmax(da, db) / size);
    }
}

static void check_pair(const oracle_colliders* c, const manifold* m, tally* t)
{
    const test_convex a = test_convex_of(c, m->a, m->a), b = test_convex_of(c, m->b, m->a);
    const double size = a.plane ? b.size : fmin(a.size, b.size), margin = (double)c->params.margin;
    test_gap gap;
    ++t->pairs;
    if (!test_find_gap(&a, &b, &gap))
    {
        ++t->unknown;
        return;
    }
    const double tolerance = fmax(1e-2 * -gap.separation, 1e-3 * size);
    if (gap.separation > margin + tolerance) munit_assert_uint32(m->count, ==, 0);
    if (gap.separation > margin - tolerance && m->count == 0) return;
    munit_assert_uint32(m->count, >, 0);
    ++t->contacts;
    if (gap.separation < -0.2 * size) ++t->deep;
    float separation = m->point[0].w;
    for (uint32_t k = 1; k < m->count; ++k)
        separation = fminf(separation, m->point[k].w);
    munit_assert_double(fabs(separation - gap.separation), <=, tolerance);
    t->error = fmax(t->error, fabs(separation - gap.separation) / size);

    const double n[3] = { m->normal.x, m->normal.y, m->normal.z };
    munit_assert_double(fabs(length(n) - 1.0), <, 1e-6);
    const double off[3] = { n[0] - gap.normal[0], n[1] - gap.normal[1], n[2] - gap.normal[2] };
    const double angle  = 2.0 * asin(fmin(0.5 * length(off), 1.0)) * 180.0 / acos(-1.0);
    if (gap.core > 1e-3 * size || a.plane)
    {
        munit_assert_double(angle, <, 2.0);
        t->angle = fmax(t->angle, angle);
    }
    else if (angle > 2.0) // inside there may be several best normals: it must be as good as one
        munit_assert_double(test_gap_along(&a, &b, n), >=, gap.separation - tolerance);
    check_points(m, &a, &b, size, separation, t);
}

// proves: 002-48, 002-49, 002-50, 002-51, 002-53, 002-54, 002-55, 002-56. Red when a contact deeper than the tolerance
// is missed, one beyond the margin reported, a depth wrong by 1 % of itself and 1e-3 of the size, a normal by 2
// degrees, or a point off the surfaces.
static MunitResult depths_and_normals(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow s;
    test_narrow_begin(gpu, &s);
    static const test_placement how[] = { PLACED_ANYHOW, PLACED_ALONG, PLACED_FAR };
    const uint32_t each               = test_is_lavapipe25() ? 3334 : 334; // three times
    for (uint32_t kind = 0; kind < NARROW_KINDS; ++kind)
    {
        tally t = { 0 };
        for (size_t k = 0; k < MAS_COUNT(how); ++k)
        {
            test_narrow_place_kind(&s, kind, how[k], 100 * kind + k);
            test_narrow_run(gpu, &s, NARROW_PAIRS);
            for (uint32_t p = 0; p < each; ++p)
                check_pair(&s.c, &s.after[p], &t);
        }
        munit_logf(MUNIT_LOG_INFO,
                   "kinds %u and %u: %u pairs, %u contacts, %u deep, %u unknown; error %.2g, %.2g degrees, points %.2g",
                   test_narrow_kinds[kind][0], test_narrow_kinds[kind][1], t.pairs, t.contacts, t.deep, t.unknown,
                   t.error, t.angle, t.surface);
        munit_assert_uint32(4 * t.contacts, >, t.pairs);
        munit_assert_uint32(1000 * t.unknown, <=, t.pairs);
    }
    test_narrow_end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/depths-and-normals", depths_and_normals, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_narrow_round_meaning_suite = { "/narrow_round_meaning", tests, NULL, 1, 0 };
