#include "limit_truth.h"

#include <math.h>
#include <stdlib.h>

double test_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double test_apart(const double a[3], const double b[3])
{
    const double d[3] = { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
    return sqrt(test_dot(d, d));
}

static void copy3(double to[3], const double from[3])
{
    for (int k = 0; k < 3; ++k)
        to[k] = from[k];
}

test_truth test_create_truth(const oracle_surfaces* s, uint32_t surface)
{
    test_truth t = { .s = s };
    double lo[3] = { 1e300, 1e300, 1e300 }, hi[3] = { -1e300, -1e300, -1e300 };
    while (s->patch[t.first].surface != surface)
        ++t.first;
    while (t.first + t.count < s->patches && s->patch[t.first + t.count].surface == surface)
        ++t.count;
    t.sample = malloc(t.count * sizeof *t.sample);
    t.lo     = malloc(t.count * sizeof *t.lo);
    t.hi     = malloc(t.count * sizeof *t.hi);
    for (uint32_t p = 0; p < t.count; ++p)
    {
        for (int i = 0; i <= TRUTH_STEPS; ++i)
            for (int j = 0; j <= TRUTH_STEPS; ++j)
                copy3(t.sample[p][i][j],
                      oracle_limit_at(s, t.first + p, (double)i / TRUTH_STEPS, (double)j / TRUTH_STEPS).x);
        for (int k = 0; k < 3; ++k)
        {
            t.lo[p][k] = t.hi[p][k] = t.sample[p][0][0][k];
            for (int m = 0; m < (TRUTH_STEPS + 1) * (TRUTH_STEPS + 1); ++m)
            {
                const double x = t.sample[p][m / (TRUTH_STEPS + 1)][m % (TRUTH_STEPS + 1)][k];
                t.lo[p][k]     = fmin(t.lo[p][k], x);
                t.hi[p][k]     = fmax(t.hi[p][k], x);
            }
            lo[k] = fmin(lo[k], t.lo[p][k]);
            hi[k] = fmax(hi[k], t.hi[p][k]);
        }
        const double more = 0.05 * test_apart(t.lo[p], t.hi[p]);
        for (int k = 0; k < 3; ++k)
        {
            t.lo[p][k] -= more;
            t.hi[p][k] += more;
        }
    }
    t.size = test_apart(lo, hi);
    return t;
}

void test_destroy_truth(test_truth* t)
{
    free(t->sample);
    free(t->lo);
    free(t->hi);
}

test_place test_place_at(const oracle_surfaces* s, uint32_t patch, double u, double v)
{
    const oracle_limit o = oracle_limit_at(s, patch, u, v);
    test_place p         = { .patch = patch, .u = u, .v = v };
    copy3(p.x, o.x);
    for (int k = 0; k < 3; ++k)
        p.n[k] = o.du[(k + 1) % 3] * o.dv[(k + 2) % 3] - o.du[(k + 2) % 3] * o.dv[(k + 1) % 3];
    const double length = sqrt(test_dot(p.n, p.n));
    for (int k = 0; k < 3; ++k)
        p.n[k] = length > 0 ? p.n[k] / length : 0;
    return p;
}

static double clamped(double t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

// Windows of 5 x 5 places around the best so far, half as wide each time.
static test_place zoom(const test_truth* t, uint32_t patch, double u, double v, const double point[3])
{
    double best = test_apart(oracle_limit_at(t->s, patch, u, v).x, point);
    for (double width = 1.0 / TRUTH_STEPS; width > 1e-9; width *= 0.5)
    {
        const double from_u = u, from_v = v;
        for (int k = 0; k < 25; ++k)
        {
            const double a = clamped(from_u + 0.5 * width * (k % 5 - 2)),
                         b = clamped(from_v + 0.5 * width * (k / 5 - 2));
            const double d = test_apart(oracle_limit_at(t->s, patch, a, b).x, point);
            if (d >= best) continue;
            best = d;
            u    = a;
            v    = b;
        }
    }
    test_place p = test_place_at(t->s, patch, u, v);
    p.distance   = best;
    return p;
}

// No neighbour among the samples is closer.
static bool is_lowest(const test_truth* t, uint32_t p, int i, int j, const double point[3])
{
    const double d = test_apart(t->sample[p][i][j], point);
    for (int k = 0; k < 9; ++k)
    {
        const int a = i + k % 3 - 1, b = j + k / 3 - 1;
        if (a < 0 || b < 0 || a > TRUTH_STEPS || b > TRUTH_STEPS) continue;
        if (test_apart(t->sample[p][a][b], point) < d) return false;
    }
    return true;
}

test_place test_truth_closest(const test_truth* t, const double point[3])
{
    test_place best = { .distance = 1e300 };
    double nearest  = 1e300;
    for (uint32_t p = 0; p < t->count; ++p)
        for (int m = 0; m < (TRUTH_STEPS + 1) * (TRUTH_STEPS + 1); ++m)
            nearest = fmin(nearest, test_apart(t->sample[p][m / (TRUTH_STEPS + 1)][m % (TRUTH_STEPS + 1)], point));
    for (uint32_t p = 0; p < t->count; ++p)
    {
        const double spacing = 2.0 * test_apart(t->lo[p], t->hi[p]) / TRUTH_STEPS;
        for (int i = 0; i <= TRUTH_STEPS; ++i)
            for (int j = 0; j <= TRUTH_STEPS; ++j)
            {
                if (test_apart(t->sample[p][i][j], point) > nearest + spacing || !is_lowest(t, p, i, j, point))
                    continue;
                const test_place found = zoom(t, t->first + p, (double)i / TRUTH_STEPS, (double)j / TRUTH_STEPS, point);
                if (found.distance < best.distance) best = found;
            }
    }
    return best;
}

typedef struct ray
{
    const test_truth* t;
    double from[3], axis[3][3]; // across, across, along
    test_place* hit;
    uint32_t count, patch;
} ray;

static void seen_from(const ray* r, const double x[3], double out[3])
{
    const double d[3] = { x[0] - r->from[0], x[1] - r->from[1], x[2] - r->from[2] };
    for (int k = 0; k < 3; ++k)
        out[k] = test_dot(r->axis[k], d);
}

// Newton's method polishes what halving has found, except where it would go far.
static void polish(ray* r, double u, double v)
{
    double x[3];
    for (int step = 0; step < 4; ++step)
    {
        const oracle_limit o = oracle_limit_at(r->t->s, r->patch, u, v);
        seen_from(r, o.x, x);
        const double a = test_dot(r->axis[0], o.du), b = test_dot(r->axis[0], o.dv), c = test_dot(r->axis[1], o.du),
                     d = test_dot(r->axis[1], o.dv), det = a * d - b * c;
        if (fabs(det) < 1e-9 * (fabs(a * d) + fabs(b * c)) || det == 0) break;
        const double du = (b * x[1] - d * x[0]) / det, dv = (c * x[0] - a * x[1]) / det;
        if (fabs(du) > 1e-3 || fabs(dv) > 1e-3) break;
        u = clamped(u + du);
        v = clamped(v + dv);
    }
    test_place p = test_place_at(r->t->s, r->patch, u, v);
    seen_from(r, p.x, x);
    const double off = fmax(fabs(x[0]), fabs(x[1]));
    if (off > 1e-5 * r->t->size) return;
    if (off > 1e-8 * r->t->size) p.n[0] = p.n[1] = p.n[2] = 0; // along a silhouette
    p.distance        = x[2];
    const bool beside = test_dot(p.n, p.n) == 0;
    for (uint32_t k = 0; k < r->count; ++k) // windows side by side find the same
        if (r->hit[k].patch == r->patch && (test_dot(r->hit[k].n, r->hit[k].n) == 0) == beside &&
            test_apart(r->hit[k].x, p.x) < (beside ? 1e-3 : 1e-6) * r->t->size)
            return;
    if (r->count < TRUTH_HITS) r->hit[r->count++] = p;
}

// A window is left out when the box around 3 x 3 of its places, grown by a third, does not hold the ray.
static void halve(ray* r, double u, double v, double width, int depth)
{
    double lo[2] = { 1e300, 1e300 }, hi[2] = { -1e300, -1e300 };
    if (r->count == TRUTH_HITS) return;
    for (int k = 0; k < 9; ++k)
    {
        double x[3];
        seen_from(r, oracle_limit_at(r->t->s, r->patch, u + 0.5 * width * (k % 3), v + 0.5 * width * (k / 3)).x, x);
        for (int c = 0; c < 2; ++c)
        {
            lo[c] = fmin(lo[c], x[c]);
            hi[c] = fmax(hi[c], x[c]);
        }
    }
    for (int c = 0; c < 2; ++c)
    {
        const double more = 0.33 * (hi[c] - lo[c]) + 1e-9 * r->t->size;
        if (lo[c] - more > 0 || hi[c] + more < 0) return;
    }
    if (depth == 12)
    {
        polish(r, u + 0.5 * width, v + 0.5 * width);
        return;
    }
    for (int k = 0; k < 4; ++k)
        halve(r, u + 0.5 * width * (k % 2), v + 0.5 * width * (k / 2), 0.5 * width, depth + 1);
}

static bool meets_box(const ray* r, const double lo[3], const double hi[3])
{
    double enter = -1e300, leave = 1e300;
    for (int k = 0; k < 3; ++k)
    {
        const double d = r->axis[2][k];
        if (fabs(d) < 1e-12)
        {
            if (r->from[k] < lo[k] || r->from[k] > hi[k]) return false;
            continue;
        }
        const double a = (lo[k] - r->from[k]) / d, b = (hi[k] - r->from[k]) / d;
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter <= leave && leave >= 0;
}

uint32_t test_truth_ray(const test_truth* t, const double from[3], const double direction[3],
                        test_place hit[TRUTH_HITS])
{
    ray r = { .t = t, .hit = hit };
    copy3(r.from, from);
    copy3(r.axis[2], direction);
    const double length = sqrt(test_dot(direction, direction));
    for (int k = 0; k < 3; ++k)
        r.axis[2][k] /= length;
    int least = 0;
    for (int k = 1; k < 3; ++k)
        if (fabs(direction[k]) < fabs(direction[least])) least = k;
    double away[3]     = { least == 0, least == 1, least == 2 };
    const double along = test_dot(away, r.axis[2]);
    for (int k = 0; k < 3; ++k)
        away[k] -= along * r.axis[2][k];
    const double rest = sqrt(test_dot(away, away));
    for (int k = 0; k < 3; ++k)
        r.axis[0][k] = away[k] / rest;
    for (int k = 0; k < 3; ++k)
        r.axis[1][k] =
            r.axis[2][(k + 1) % 3] * r.axis[0][(k + 2) % 3] - r.axis[2][(k + 2) % 3] * r.axis[0][(k + 1) % 3];
    for (uint32_t p = 0; p < t->count; ++p)
    {
        r.patch = t->first + p;
        if (meets_box(&r, t->lo[p], t->hi[p])) halve(&r, 0.0, 0.0, 1.0, 0);
    }
    return r.count;
}
