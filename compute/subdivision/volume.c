// host only: mass is found once, when a host asks for it.
// By the divergence theorem: a cone from the origin over a piece of the surface at P with normal N du dv has the volume
// P.N / 3, and what is integrated over it takes 1/4 for a factor x, 1/5 for two of them.
//
// Gauss' rule with 8 x 8 places in each patch is exact up to degree 15 in u and in v, and P.N x y of a bicubic patch
// has 14: so regular patches are exact but for rounding. Gregory patches are rational: there the rule's own error
// shrinks with the 16th power of their size, and is far below their distance from the limit.
#include "volume.h"

enum
{
    PLACES = 8
};

static const double NODE[PLACES / 2]   = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                           0.9602898564975363 };
static const double WEIGHT[PLACES / 2] = { 0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                           0.1012285362903763 };

typedef struct basis // of one parameter, at the places of the rule
{
    double at[PLACES], weight[PLACES];
    double spline[PLACES][4], spline_slope[PLACES][4], bezier[PLACES][4], bezier_slope[PLACES][4];
} basis;

static void make_basis(basis* b)
{
    for (int i = 0; i < PLACES; ++i)
    {
        const int k    = i < PLACES / 2 ? PLACES / 2 - 1 - i : i - PLACES / 2;
        const double t = i < PLACES / 2 ? 0.5 - 0.5 * NODE[k] : 0.5 + 0.5 * NODE[k], s = 1.0 - t;
        double *p = b->spline[i], *d = b->spline_slope[i];
        b->at[i]     = t;
        b->weight[i] = 0.5 * WEIGHT[k];
        p[0]         = s * s * s / 6.0;
        p[1]         = (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0;
        p[2]         = (3.0 * s * s * s - 6.0 * s * s + 4.0) / 6.0;
        p[3]         = t * t * t / 6.0;
        d[0]         = -0.5 * s * s;
        d[1]         = 1.5 * t * t - 2.0 * t;
        d[2]         = 2.0 * s - 1.5 * s * s;
        d[3]         = 0.5 * t * t;
        p            = b->bezier[i];
        d            = b->bezier_slope[i];
        p[0]         = s * s * s;
        p[1]         = 3.0 * t * s * s;
        p[2]         = 3.0 * t * t * s;
        p[3]         = t * t * t;
        d[0]         = -3.0 * s * s;
        d[1]         = 3.0 * s * s - 6.0 * s * t;
        d[2]         = 6.0 * s * t - 3.0 * t * t;
        d[3]         = 3.0 * t * t;
    }
}

typedef struct net // the 4 x 4 points of a patch, and how they move with u and v
{
    double p[16][3], du[16][3], dv[16][3];
} net;

// A point that goes from one to another: (a A + b B) / (a + b), where a grows with u by slope_a, b with v by slope_b.
static void blend(net* n, uint32_t at, const double* A, const double* B, double a, double b, double slope_a,
                  double slope_b)
{
    const double sum = a + b; // not 0: places of the rule lie inside
    for (int k = 0; k < 3; ++k)
    {
        const double across = (A[k] - B[k]) / (sum * sum);
        n->p[at][k]         = (a * A[k] + b * B[k]) / sum;
        n->du[at][k]        = across * slope_a * b;
        n->dv[at][k]        = -across * slope_b * a;
    }
}

static void copy(double to[3], const double from[3])
{
    for (int k = 0; k < 3; ++k)
        to[k] = from[k];
}

// Seed 004 3.6. Points that stay are in place already.
static void blend_gregory(net* n, const double (*x)[3], const uint32_t* i, double u, double v)
{
    blend(n, 5, x[i[3]], x[i[4]], u, v, 1.0, 1.0);
    blend(n, 6, x[i[9]], x[i[8]], 1.0 - u, v, -1.0, 1.0);
    blend(n, 10, x[i[13]], x[i[14]], 1.0 - u, 1.0 - v, -1.0, -1.0);
    blend(n, 9, x[i[19]], x[i[18]], u, 1.0 - v, 1.0, -1.0);
}

// All sums of a patch into total: volume, three first and six second moments, without their factors.
static void add_moments_of_patch(const massa_cage* c, const basis* b, const double (*x)[3], uint32_t patch,
                                 double total[10])
{
    static const uint32_t rim[12][2] = { { 0, 0 },   { 1, 1 },   { 4, 2 },   { 3, 5 },   { 7, 6 },  { 2, 7 },
                                         { 15, 10 }, { 14, 11 }, { 11, 12 }, { 12, 15 }, { 8, 16 }, { 13, 17 } };
    const surface_patch* p           = &c->patch[patch];
    const bool gregory               = (p->flags & SURFACE_GREGORY) != 0;
    const uint32_t* index            = (gregory ? c->gregory : c->regular) + p->index;
    net n                            = { 0 };
    for (uint32_t k = 0; k < 12 && gregory; ++k)
        copy(n.p[rim[k][0]], x[index[rim[k][1]]]);
    for (uint32_t k = 0; k < 16 && !gregory; ++k)
        copy(n.p[k], x[index[k]]);
    for (int j = 0; j < PLACES; ++j)
        for (int i = 0; i < PLACES; ++i)
        {
            const double *bu = gregory ? b->bezier[i] : b->spline[i],
                         *su = gregory ? b->bezier_slope[i] : b->spline_slope[i];
            const double *bv = gregory ? b->bezier[j] : b->spline[j],
                         *sv = gregory ? b->bezier_slope[j] : b->spline_slope[j];
            double at[3] = { 0.0, 0.0, 0.0 }, du[3] = { 0.0, 0.0, 0.0 }, dv[3] = { 0.0, 0.0, 0.0 };
            if (gregory) blend_gregory(&n, x, index, b->at[i], b->at[j]);
            for (int m = 0; m < 16; ++m)
                for (int k = 0; k < 3; ++k)
                {
                    const double w = bu[m % 4] * bv[m / 4];
                    at[k] += w * n.p[m][k];
                    du[k] += su[m % 4] * bv[m / 4] * n.p[m][k] + w * n.du[m][k];
                    dv[k] += bu[m % 4] * sv[m / 4] * n.p[m][k] + w * n.dv[m][k];
                }
            const double cone = at[0] * (du[1] * dv[2] - du[2] * dv[1]) + at[1] * (du[2] * dv[0] - du[0] * dv[2]) +
                                at[2] * (du[0] * dv[1] - du[1] * dv[0]);
            const double w = b->weight[i] * b->weight[j] * cone;
            total[0] += w;
            for (int k = 0; k < 3; ++k)
            {
                total[1 + k] += w * at[k];
                total[4 + k] += w * at[k] * at[k];
                total[7 + k] += w * at[k] * at[(k + 1) % 3];
            }
        }
}

massa_result mas_cage_moments(const massa_cage* c, mas_moments* out)
{
    if (!c->closed)
        return mas_fail(c->device, MASSA_ERROR_RANGE,
                        "The cage is open, so that it encloses nothing: close it, or give its body a mass of its own.");
    const uint32_t count = c->point_count + c->row_count;
    double(*x)[3]        = mas_alloc(c->device, (size_t)count * sizeof *x);
    if (x == NULL) return mas_fail(c->device, MASSA_ERROR_HOST_MEMORY, "No host memory to measure a cage.");
    const double middle[3] = { 0.5 * ((double)c->lo.x + (double)c->hi.x), 0.5 * ((double)c->lo.y + (double)c->hi.y),
                               0.5 * ((double)c->lo.z + (double)c->hi.z) };
    for (uint32_t i = 0; i < c->point_count; ++i)
        for (int k = 0; k < 3; ++k)
            x[i][k] = (double)(&c->point[i].x)[k] - middle[k];
    for (uint32_t i = 0; i < c->row_count; ++i)
        for (uint32_t e = c->row[i].first; e < c->row[i].first + c->row[i].count; ++e)
            for (int k = 0; k < 3; ++k)
                x[c->row[i].point][k] += (double)c->entry[e].weight * x[c->entry[e].point][k];
    basis b;
    double total[10] = { 0.0 };
    make_basis(&b);
    for (uint32_t i = 0; i < c->patch_count; ++i)
        add_moments_of_patch(c, &b, (const double(*)[3])x, i, total);
    mas_free(c->device, x);
    *out = (mas_moments){ .volume = total[0] / 3.0 };
    if (out->volume == 0.0) return MASSA_OK;
    double offset[3];
    for (int k = 0; k < 3; ++k)
    {
        offset[k]      = total[1 + k] / 4.0 / out->volume;
        out->centre[k] = middle[k] + offset[k];
    }
    for (int k = 0; k < 3; ++k)
    {
        const int l       = (k + 1) % 3;
        out->second[k][k] = total[4 + k] / 5.0 - out->volume * offset[k] * offset[k];
        out->second[k][l] = total[7 + k] / 5.0 - out->volume * offset[k] * offset[l];
        out->second[l][k] = out->second[k][l];
    }
    return MASSA_OK;
}
