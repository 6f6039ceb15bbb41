#include "limit_patch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double (*oracle_limit_points(const massa_cage* c, const massa_vec3* own))[3]
{
    double(*out)[3] = calloc((size_t)c->point_count + c->row_count, sizeof *out);
    for (uint32_t i = 0; i < c->point_count; ++i)
        for (int k = 0; k < 3; ++k)
            out[i][k] = own != NULL ? (double)(&own[i].x)[k] : (double)(&c->point[i].x)[k];
    for (uint32_t i = 0; i < c->row_count; ++i)
        for (uint32_t e = c->row[i].first; e < c->row[i].first + c->row[i].count; ++e)
            for (int k = 0; k < 3; ++k)
                out[c->row[i].point][k] += (double)c->entry[e].weight * out[c->entry[e].point][k];
    return out;
}

static void spline(double t, double b[4], double d[4])
{
    const double s = 1.0 - t;
    b[0]           = s * s * s / 6.0;
    b[1]           = (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0;
    b[2]           = (-3.0 * t * t * t + 3.0 * t * t + 3.0 * t + 1.0) / 6.0;
    b[3]           = t * t * t / 6.0;
    d[0]           = -s * s / 2.0;
    d[1]           = (3.0 * t * t - 4.0 * t) / 2.0;
    d[2]           = (-3.0 * t * t + 2.0 * t + 1.0) / 2.0;
    d[3]           = t * t / 2.0;
}

static void bernstein(double t, double b[4], double d[4])
{
    const double s = 1.0 - t;
    b[0]           = s * s * s;
    b[1]           = 3.0 * t * s * s;
    b[2]           = 3.0 * t * t * s;
    b[3]           = t * t * t;
    d[0]           = -3.0 * s * s;
    d[1]           = 3.0 * s * s - 6.0 * s * t;
    d[2]           = 6.0 * s * t - 3.0 * t * t;
    d[3]           = 3.0 * t * t;
}

typedef struct grid // 4 x 4 points, and how each moves with u and v
{
    double p[16][3], u[16][3], v[16][3];
} grid;

// (a A + b B) / (a + b), where a and b have derivatives au, av, bu, bv.
static void blend(grid* g, int at, const double* A, const double* B, double a, double b, double au, double av,
                  double bu, double bv)
{
    const double sum = a + b;
    for (int k = 0; k < 3; ++k)
    {
        g->p[at][k] = sum > 0.0 ? (a * A[k] + b * B[k]) / sum : 0.5 * (A[k] + B[k]);
        g->u[at][k] = sum > 0.0 ? (A[k] - B[k]) * (au * b - bu * a) / (sum * sum) : 0.0;
        g->v[at][k] = sum > 0.0 ? (A[k] - B[k]) * (av * b - bv * a) / (sum * sum) : 0.0;
    }
}

static void gregory_grid(const double (*x)[3], const uint32_t* i, double u, double v, grid* g)
{
    // Places in the grid, row by row, of the points that do not move.
    static const int rim[12][2] = { { 0, 0 },   { 1, 1 },   { 4, 2 },   { 3, 5 },   { 7, 6 },  { 2, 7 },
                                    { 15, 10 }, { 14, 11 }, { 11, 12 }, { 12, 15 }, { 8, 16 }, { 13, 17 } };
    for (int k = 0; k < 12; ++k)
        memcpy(g->p[rim[k][0]], x[i[rim[k][1]]], sizeof g->p[0]);
    blend(g, 5, x[i[3]], x[i[4]], u, v, 1.0, 0.0, 0.0, 1.0);
    blend(g, 6, x[i[9]], x[i[8]], 1.0 - u, v, -1.0, 0.0, 0.0, 1.0);
    blend(g, 10, x[i[13]], x[i[14]], 1.0 - u, 1.0 - v, -1.0, 0.0, 0.0, -1.0);
    blend(g, 9, x[i[19]], x[i[18]], u, 1.0 - v, 1.0, 0.0, 0.0, -1.0);
}

void oracle_limit_patch(const massa_cage* c, const double (*x)[3], uint32_t patch, double u, double v,
                        double position[3], double du[3], double dv[3])
{
    const surface_patch* p = &c->patch[patch];
    double bu[4], bv[4], dbu[4], dbv[4];
    grid g;
    memset(&g, 0, sizeof g);
    if (p->flags & SURFACE_GREGORY)
    {
        gregory_grid(x, &c->gregory[p->index], u, v, &g);
        bernstein(u, bu, dbu);
        bernstein(v, bv, dbv);
    }
    else
    {
        for (int k = 0; k < 16; ++k)
            memcpy(g.p[k], x[c->regular[p->index + (uint32_t)k]], sizeof g.p[k]);
        spline(u, bu, dbu);
        spline(v, bv, dbv);
    }
    for (int k = 0; k < 3; ++k)
    {
        position[k] = du[k] = dv[k] = 0.0;
        for (int j = 0; j < 4; ++j)
            for (int i = 0; i < 4; ++i)
            {
                position[k] += bu[i] * bv[j] * g.p[4 * j + i][k];
                du[k] += dbu[i] * bv[j] * g.p[4 * j + i][k] + bu[i] * bv[j] * g.u[4 * j + i][k];
                dv[k] += bu[i] * dbv[j] * g.p[4 * j + i][k] + bu[i] * bv[j] * g.v[4 * j + i][k];
            }
    }
}

void oracle_limit_normal(const double a[3], const double b[3], double out[3])
{
    const double n[3]   = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    const double scale  = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
    for (int k = 0; k < 3; ++k)
        out[k] = length > 1e-9 * scale ? n[k] / length : 0.0;
}
