// Gregory patches: the same as a B-spline patch where there is one, and smooth across their sides.
// runs: host asan. It takes any input and needs no device.
#include "cage_mesh.h"
#include "limit_patch.h"

#include "harness.h"

#include <math.h>
#include <stdlib.h>

// A face of a torus as both kinds of patch: the Bezier points of the one are the other's, each pair of inner ones
// alike. proves: 004-06. Red when a formula of corner, tangent or face points is wrong.
static MunitResult as_regular(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    // Of the 4 x 4 Bezier points, row by row, which of the twenty they are.
    static const int same[16]        = { 0, 1, 7, 5, 2, 3, 9, 6, 16, 18, 14, 12, 15, 17, 11, 10 };
    static const double bezier[4][4] = { { 1, 4, 1, 0 }, { 0, 4, 2, 0 }, { 0, 2, 4, 0 }, { 0, 1, 4, 1 } }; // times 1/6
    test_cage t                      = { 0 };
    for (uint32_t n = 0; n < 2; ++n) // interior, then with boundaries
    {
        test_mesh b;
        cage_shared shared;
        if (n == 0)
            test_cage_torus(&t, 7, 5);
        else
            test_cage_grid(&t, 4, 3);
        test_mesh_begin(&b, &t);
        munit_assert_true(mas_shared_begin(&b.build, b.mesh, &shared));
        for (uint32_t f = 0; f < b.mesh->faces; ++f)
        {
            uint32_t spline[16], gregory[20];
            munit_assert_true(mas_patch_regular(&b.build, b.mesh, &shared, f, spline));
            munit_assert_true(mas_patch_gregory(&b.build, b.mesh, &shared, f, gregory));
            for (int k = 0; k < 16; ++k)
            {
                double sum[3] = { 0.0, 0.0, 0.0 }, p[3];
                for (int i = 0; i < 16; ++i)
                {
                    test_mesh_position(&b, spline[i], p);
                    for (int a = 0; a < 3; ++a)
                        sum[a] += bezier[k % 4][i % 4] * bezier[k / 4][i / 4] / 36.0 * p[a];
                }
                test_mesh_position(&b, gregory[same[k]], p);
                for (int a = 0; a < 3; ++a)
                    munit_assert_double(fabs(sum[a] - p[a]), <, 1e-13);
            }
            for (int c = 0; c < 4; ++c) // f+ and f-
            {
                double p[3], q[3];
                test_mesh_position(&b, gregory[5 * c + 3], p);
                test_mesh_position(&b, gregory[5 * c + 4], q);
                for (int a = 0; a < 3; ++a)
                    munit_assert_double(fabs(p[a] - q[a]), <, 1e-13);
            }
        }
        test_mesh_end(&b);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

// Along one side of a patch, from 0 to 1.
static void on_side(const massa_cage* c, const double (*x)[3], uint32_t patch, uint32_t side, double s, double p[3],
                    double normal[3], double* lever)
{
    const double u[4] = { s, 1.0, 1.0 - s, 0.0 }, v[4] = { 0.0, s, 1.0, 1.0 - s };
    double du[3], dv[3];
    oracle_limit_patch(c, x, patch, u[side], v[side], p, du, dv);
    oracle_limit_normal(du, dv, normal);
    const double cross[3] = { du[1] * dv[2] - du[2] * dv[1], du[2] * dv[0] - du[0] * dv[2],
                              du[0] * dv[1] - du[1] * dv[0] };
    const double zero[3]  = { 0.0, 0.0, 0.0 };
    *lever                = distance(cross, zero) / fmax(distance(du, zero), distance(dv, zero));
}

typedef struct gaps
{
    double position, normal; // of the size; between normals, at the end of a lever as long as the patch is wide
} gaps;

// Between patches that share whole edges.
static gaps find_gaps(const massa_cage* c)
{
    gaps out      = { 0.0, 0.0 };
    double(*x)[3] = oracle_limit_points(c, NULL);
    struct side
    {
        uint32_t patch, side;
        bool back, known;
    }* first = calloc(c->edge_count, sizeof *first);
    munit_assert_not_null(first);
    for (uint32_t i = 0; i < c->patch_count; ++i)
        for (uint32_t s = 0; s < 4; ++s)
        {
            if ((&c->patch[i].second.x)[s] != SURFACE_NONE) continue;
            const uint32_t side = (&c->patch[i].side.x)[s];
            struct side* other  = &first[side >> 1];
            if (!other->known)
            {
                *other = (struct side){ i, s, (side & 1) != 0, true };
                continue;
            }
            for (uint32_t k = 0; k <= 8; ++k)
            {
                const double t = (double)k / 8.0;
                double p[3], q[3], n[3], m[3], a, b;
                on_side(c, (const double(*)[3])x, i, s, side & 1 ? 1.0 - t : t, p, n, &a);
                on_side(c, (const double(*)[3])x, other->patch, other->side, other->back ? 1.0 - t : t, q, m, &b);
                out.position = fmax(out.position, distance(p, q));
                out.normal   = fmax(out.normal, fmin(a, b) * distance(n, m));
            }
        }
    free(first);
    free(x);
    const double size = fmax((double)(c->hi.x - c->lo.x), (double)(c->hi.y - c->lo.y));
    out.position /= size;
    out.normal /= size;
    return out;
}

// Red when the factors of tangents and twists differ on the two sides of an edge.
static MunitResult smooth_across(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t   = { 0 };
    uint64_t seed = 5;
    for (uint32_t n = 0; n < 60; ++n)
    {
        if (n < 18)
            test_cage_make(&t, n);
        else if (n < 25)
            test_cage_make(&t, n < 22 ? n + 8 : n + 6 == 28 ? 30 : n + 14);
        else
            test_cage_random(&t, &seed, false);
        if (t.creases > 0 || t.sharps > 0) continue;
        for (uint32_t isolation = 0; isolation < 3; ++isolation)
        {
            massa_cage* c = test_cage_build(&t, isolation);
            const gaps g  = find_gaps(c);
            if (!(g.position < 2e-7 && g.normal < 5e-7)) // weights are floats
                munit_errorf("%s (%u) at isolation %u: gap %.1e of the size, normals %.1e", t.name, n, isolation,
                             g.position, g.normal);
            mas_cage_destroy(c);
        }
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/as-regular", as_regular, NULL, NULL, 0, NULL },
    { "/smooth-across", smooth_across, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_gregory_suite = { "/gregory", tests, NULL, 1, 0 };
