// The surface in double precision, by the textbook: basis functions times points, derivatives of both factors.
#include "tessellate.h"

typedef struct basis
{
    double b[4], d[4];
} basis;

static basis spline(double t)
{
    const double t2 = t * t, t3 = t2 * t, s = 1 - t;
    return (basis){ { s * s * s / 6, (3 * t3 - 6 * t2 + 4) / 6, (-3 * t3 + 3 * t2 + 3 * t + 1) / 6, t3 / 6 },
                    { -s * s / 2, (3 * t2 - 4 * t) / 2, (-3 * t2 + 2 * t + 1) / 2, t2 / 2 } };
}

static basis bernstein(double t)
{
    const double s = 1 - t;
    return (basis){ { s * s * s, 3 * t * s * s, 3 * t * t * s, t * t * t },
                    { -3 * s * s, 3 * s * s - 6 * t * s, 6 * t * s - 3 * t * t, 3 * t * t } };
}

static void add(oracle_limit* o, const double x[3], const basis* u, const basis* v, int i, int j)
{
    for (int k = 0; k < 3; ++k)
    {
        o->x[k] += u->b[i] * v->b[j] * x[k];
        o->du[k] += u->d[i] * v->b[j] * x[k];
        o->dv[k] += u->b[i] * v->d[j] * x[k];
    }
}

static void take(const oracle_surfaces* s, uint32_t point, double x[3])
{
    x[0] = s->point[point].x;
    x[1] = s->point[point].y;
    x[2] = s->point[point].z;
}

// The inner point at (i, j): (a A + b B) / (a + b), whose a and b change by da along u and db along v.
static void add_inner(oracle_limit* o, const double at_a[3], const double at_b[3], double a, double da, double b,
                      double db, const basis* u, const basis* v, int i, int j)
{
    const double sum = a + b, square = sum * sum;
    double x[3];
    for (int k = 0; k < 3; ++k)
    {
        x[k] = sum == 0 ? (at_a[k] + at_b[k]) / 2 : (a * at_a[k] + b * at_b[k]) / sum;
        if (sum == 0) continue;
        o->du[k] += u->b[i] * v->b[j] * (at_a[k] - at_b[k]) * da * b / square;
        o->dv[k] -= u->b[i] * v->b[j] * (at_a[k] - at_b[k]) * db * a / square;
    }
    add(o, x, u, v, i, j);
}

oracle_limit oracle_limit_at(const oracle_surfaces* s, uint32_t p, double u, double v)
{
    oracle_limit o           = { 0 };
    const surface_patch* the = &s->patch[p];
    if ((the->flags & SURFACE_GREGORY) == 0)
    {
        const basis bu = spline(u), bv = spline(v);
        for (uint32_t k = 0; k < 16; ++k)
        {
            double x[3];
            take(s, s->regular[the->index + k], x);
            add(&o, x, &bu, &bv, (int)(k % 4), (int)(k / 4));
        }
        return o;
    }
    // Column, row of p, e+, e- of each corner.
    static const int at[4][3][2] = { { { 0, 0 }, { 1, 0 }, { 0, 1 } },
                                     { { 3, 0 }, { 3, 1 }, { 2, 0 } },
                                     { { 3, 3 }, { 2, 3 }, { 3, 2 } },
                                     { { 0, 3 }, { 0, 2 }, { 1, 3 } } };
    const basis bu = bernstein(u), bv = bernstein(v);
    double f[4][2][3]; // f+, f- of each corner
    for (uint32_t c = 0; c < 4; ++c)
        for (uint32_t k = 0; k < 5; ++k)
        {
            double x[3];
            take(s, s->gregory[the->index + 5 * c + k], k < 3 ? x : f[c][k - 3]);
            if (k < 3) add(&o, x, &bu, &bv, at[c][k][0], at[c][k][1]);
        }
    add_inner(&o, f[0][0], f[0][1], u, 1, v, 1, &bu, &bv, 1, 1);
    add_inner(&o, f[1][1], f[1][0], 1 - u, -1, v, 1, &bu, &bv, 2, 1);
    add_inner(&o, f[2][0], f[2][1], 1 - u, -1, 1 - v, -1, &bu, &bv, 2, 2);
    add_inner(&o, f[3][1], f[3][0], u, 1, 1 - v, -1, &bu, &bv, 1, 2);
    return o;
}
