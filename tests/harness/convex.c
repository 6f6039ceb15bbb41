#include "convex.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum
{
    POINTS = CONVEX_POINTS * 8, // of a difference of two shapes; the larger kinds come with small ones
    TURNS  = 100000
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = a[k] - b[k];
}

static bool normalize(double v[3])
{
    const double length = sqrt(dot(v, v));
    for (int k = 0; k < 3; ++k)
        v[k] /= length > 0.0 ? length : 1.0;
    return length > 1e-12;
}

// By the matrix of the quaternion, which need not be quite unit.
static void rotate(mas_vec4 r, const double v[3], double out[3])
{
    const double q = 1.0 / sqrt((double)r.x * r.x + (double)r.y * r.y + (double)r.z * r.z + (double)r.w * r.w);
    const double x = r.x * q, y = r.y * q, z = r.z * q, w = r.w * q;
    const double row[3][3] = {
        { 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
        { 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
        { 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) },
    };
    for (int k = 0; k < 3; ++k)
        out[k] = dot(row[k], v);
}

static void add_point(test_convex* s, const collider_pose* at, const collider_pose* origin, double x, double y,
                      double z)
{
    double* p = s->point[s->points++];
    rotate(at->rotation, (double[3]){ x, y, z }, p);
    p[0] += (double)at->position.x - origin->position.x;
    p[1] += (double)at->position.y - origin->position.y;
    p[2] += (double)at->position.z - origin->position.z;
    s->size = fmax(s->size, sqrt(x * x + y * y + z * z) + s->radius);
}

test_convex test_convex_of(const oracle_colliders* c, uint32_t i, uint32_t origin)
{
    const collider_data* d  = &c->data[i];
    const collider_pose *at = &c->pose[i], *o = &c->pose[origin];
    const hull_data* hull = &c->hull[d->hull];
    const mas_vec4 h      = d->size;
    test_convex s         = { .points = 0 };
    switch (d->kind & COLLIDER_KIND_MASK)
    {
    case COLLIDER_PLANE:
        s.plane = true;
        rotate(at->rotation, (double[3]){ 0.0, 1.0, 0.0 }, s.normal);
        add_point(&s, at, o, 0.0, 0.0, 0.0);
        break;
    case COLLIDER_BOX:
        for (int k = 0; k < 8; ++k)
            add_point(&s, at, o, k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
        break;
    case COLLIDER_SPHERE:
        s.radius = h.x;
        add_point(&s, at, o, 0.0, 0.0, 0.0);
        break;
    case COLLIDER_CAPSULE:
        s.radius = h.x;
        add_point(&s, at, o, 0.0, -h.y, 0.0);
        add_point(&s, at, o, 0.0, h.y, 0.0);
        break;
    default:
        for (uint32_t k = 0; k < hull->corners; ++k)
            add_point(&s, at, o, hull->corner[k].x, hull->corner[k].y, hull->corner[k].z);
        break;
    }
    return s;
}

// The point of the points' hull nearest to the origin, by moving weight from the worst point that has any to the best
// (pairwise Frank-Wolfe). How near the result is to the truth shows in the gap between its length and the least
// distance of a plane across it, so that nothing has to be trusted. False: not as exact as asked within a reasonable
// time.
static bool nearest_to_origin(double (*p)[3], uint32_t n, double exact, double x[3])
{
    double weight[POINTS] = { 1.0 };
    memcpy(x, p[0], 3 * sizeof *x);
    for (uint32_t turn = 0; turn < TURNS; ++turn)
    {
        uint32_t best = 0, worst = 0;
        double low = DBL_MAX, high = -DBL_MAX;
        for (uint32_t k = 0; k < n; ++k)
        {
            const double g = dot(p[k], x);
            if (g < low) low = g, best = k;
            if (weight[k] > 0.0 && g > high) high = g, worst = k;
        }
        const double length = sqrt(dot(x, x));
        if (length < exact || length - low / length < exact) return true;
        double way[3];
        subtract(p[best], p[worst], way);
        double step = -dot(x, way) / dot(way, way);
        step        = step < weight[worst] ? step : weight[worst];
        weight[worst] -= step;
        weight[best] += step;
        for (int k = 0; k < 3; ++k)
            x[k] += step * way[k];
    }
    return false;
}

// Least dot product over b - a.
static double gap_of_points(const test_convex* a, const test_convex* b, const double n[3])
{
    double high = -DBL_MAX, low = DBL_MAX;
    for (uint32_t k = 0; k < a->points; ++k)
        high = fmax(high, dot(a->point[k], n));
    for (uint32_t k = 0; k < b->points; ++k)
        low = fmin(low, dot(b->point[k], n));
    return low - high;
}

double test_gap_along(const test_convex* a, const test_convex* b, const double normal[3])
{
    if (a->plane) return gap_of_points(a, b, a->normal) - b->radius;
    return gap_of_points(a, b, normal) - (a->radius + b->radius);
}

static void try_both_ways(const test_convex* a, const test_convex* b, double n[3], test_gap* best)
{
    if (!normalize(n)) return;
    for (int way = 0; way < 2; ++way)
    {
        const double gap = gap_of_points(a, b, n);
        if (gap > best->core) best->core = gap, memcpy(best->normal, n, sizeof best->normal);
        for (int k = 0; k < 3; ++k)
            n[k] = -n[k];
    }
}

// Across every triangle of points of s; among them are all faces.
static void try_faces(const test_convex* a, const test_convex* b, const test_convex* s, test_gap* best)
{
    for (uint32_t i = 0; i < s->points; ++i)
        for (uint32_t j = i + 1; j < s->points; ++j)
            for (uint32_t k = j + 1; k < s->points; ++k)
            {
                double u[3], v[3], n[3];
                subtract(s->point[j], s->point[i], u);
                subtract(s->point[k], s->point[i], v);
                cross(u, v, n);
                try_both_ways(a, b, n, best);
            }
}

// Shapes whose cores overlap part along a face of either or across an edge of each: one of the directions tried here,
// most of which are neither.
static void find_depth(const test_convex* a, const test_convex* b, test_gap* best)
{
    best->core = -DBL_MAX;
    try_faces(a, b, a, best);
    try_faces(a, b, b, best);
    for (uint32_t i = 0; i < a->points; ++i)
        for (uint32_t j = i + 1; j < a->points; ++j)
            for (uint32_t k = 0; k < b->points; ++k)
                for (uint32_t m = k + 1; m < b->points; ++m)
                {
                    double u[3], v[3], n[3];
                    subtract(a->point[j], a->point[i], u);
                    subtract(b->point[m], b->point[k], v);
                    cross(u, v, n);
                    try_both_ways(a, b, n, best);
                }
    if (best->core == -DBL_MAX) best->core = 0.0; // no volume: any direction across
}

bool test_find_gap(const test_convex* a, const test_convex* b, test_gap* out)
{
    if (a->plane)
    {
        memcpy(out->normal, a->normal, sizeof out->normal);
        out->core       = gap_of_points(a, b, a->normal);
        out->separation = out->core - b->radius;
        return true;
    }
    double difference[POINTS][3], x[3];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->points; ++i)
        for (uint32_t k = 0; k < b->points; ++k)
            subtract(b->point[k], a->point[i], difference[n++]);
    const double size = a->size + b->size;
    const bool found  = nearest_to_origin(difference, n, 1e-5 * size, x);
    out->core         = sqrt(dot(x, x));
    const double most = out->core;
    memcpy(out->normal, x, sizeof x);
    normalize(out->normal);
    if (!found || out->core < 2e-5 * size) find_depth(a, b, out);
    out->separation = out->core - (a->radius + b->radius);
    // Slow where an edge is nearly along another; then a face or two edges are nearest, and tell the least distance.
    return found || most - fmax(out->core, 0.0) < 2e-4 * size;
}

double test_convex_distance(const test_convex* s, const double point[3])
{
    test_convex p = { .points = 1 };
    test_gap gap  = { 0 };
    memcpy(p.point[0], point, sizeof p.point[0]);
    p.size = s->size;
    test_find_gap(s, &p, &gap); // not found: near enough all the same
    return gap.separation;
}
