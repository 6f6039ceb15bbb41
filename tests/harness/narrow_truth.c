// The truth about two polyhedra, in double precision: all axes for the way that parts them, all features for the
// distance.
#include "narrow_pairs.h"

#include <math.h>
#include <string.h>

typedef struct vec
{
    double x, y, z;
} vec;

static vec add(vec a, vec b)
{
    return (vec){ a.x + b.x, a.y + b.y, a.z + b.z };
}
static vec sub(vec a, vec b)
{
    return (vec){ a.x - b.x, a.y - b.y, a.z - b.z };
}
static vec mul(vec a, double s)
{
    return (vec){ a.x * s, a.y * s, a.z * s };
}
static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static vec cross(vec a, vec b)
{
    return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

typedef struct polyhedron
{
    hull_data hull;
    vec corner[HULL_MAX_CORNERS], normal[HULL_MAX_FACES];
    double extent; // largest
} polyhedron;

static vec turn(mas_vec4 q, vec v)
{
    const double n = sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    const vec u    = { q.x / n, q.y / n, q.z / n };
    const vec t    = mul(cross(u, v), 2.0);
    return add(add(v, mul(t, q.w / n)), cross(u, t));
}

static polyhedron make(const oracle_colliders* c, uint32_t slot, mas_vec4 origin)
{
    const collider_data* d  = &c->data[slot];
    const collider_pose* at = &c->pose[slot];
    polyhedron p            = { 0 };
    p.hull = (d->kind & COLLIDER_KIND_MASK) == COLLIDER_BOX ? test_make_hull(HULL_CUBE, d->size.x, d->size.y, d->size.z)
                                                            : c->hull[d->hull];
    const vec place = { (double)at->position.x - origin.x, (double)at->position.y - origin.y,
                        (double)at->position.z - origin.z };
    for (uint32_t k = 0; k < p.hull.corners; ++k)
    {
        const mas_vec4 x = p.hull.corner[k];
        p.corner[k]      = add(place, turn(at->rotation, (vec){ x.x, x.y, x.z }));
    }
    for (uint32_t f = 0; f < p.hull.faces; ++f)
    {
        const mas_vec4 n = p.hull.face[f];
        p.normal[f]      = turn(at->rotation, (vec){ n.x, n.y, n.z });
    }
    p.extent = 2.0 * fmax(d->size.x, fmax(d->size.y, d->size.z));
    return p;
}

static void span(const polyhedron* p, vec axis, double* lo, double* hi)
{
    *lo = INFINITY, *hi = -INFINITY;
    for (uint32_t k = 0; k < p->hull.corners; ++k)
    {
        const double x = dot(axis, p->corner[k]);
        *lo            = fmin(*lo, x);
        *hi            = fmax(*hi, x);
    }
}

enum
{
    MAX_AXES = 2 * HULL_MAX_FACES + HULL_MAX_EDGES * HULL_MAX_EDGES
};

typedef struct ways
{
    uint32_t count;
    vec axis[2 * MAX_AXES];
    double separation[2 * MAX_AXES];
} ways;

static void try_axis(ways* w, const polyhedron* a, const polyhedron* b, vec axis)
{
    const double length = sqrt(dot(axis, axis));
    if (length < 1e-9 * a->extent * b->extent || length == 0.0) return;
    axis = mul(axis, 1.0 / length);
    double alo, ahi, blo, bhi;
    span(a, axis, &alo, &ahi);
    span(b, axis, &blo, &bhi);
    w->axis[w->count]         = axis;
    w->separation[w->count++] = blo - ahi;
    w->axis[w->count]         = mul(axis, -1.0);
    w->separation[w->count++] = alo - bhi;
}

static vec edge(const polyhedron* p, uint32_t e, vec* from)
{
    *from = p->corner[p->hull.edge[e] & 255];
    return sub(p->corner[p->hull.edge[e] >> 8 & 255], *from);
}

static void try_all(ways* w, const polyhedron* a, const polyhedron* b)
{
    vec unused;
    for (uint32_t f = 0; f < a->hull.faces; ++f)
        try_axis(w, a, b, a->normal[f]);
    for (uint32_t f = 0; f < b->hull.faces; ++f)
        try_axis(w, a, b, b->normal[f]);
    for (uint32_t i = 0; i < a->hull.edges; ++i)
        for (uint32_t j = 0; j < b->hull.edges; ++j)
            try_axis(w, a, b, cross(edge(a, i, &unused), edge(b, j, &unused)));
}

static double clamp01(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

static double segments(vec p, vec u, vec q, vec v)
{
    const vec r    = sub(p, q);
    const double a = dot(u, u), e = dot(v, v), f = dot(v, r), c = dot(u, r), b = dot(u, v), det = a * e - b * b;
    double s = det > 1e-14 * a * e ? clamp01((b * f - c * e) / det) : 0.0;
    double t = (b * s + f) / e;
    if (t < 0.0 || t > 1.0)
    {
        t = clamp01(t);
        s = clamp01((b * t - c) / a);
    }
    const vec gap = sub(add(p, mul(u, s)), add(q, mul(v, t)));
    return sqrt(dot(gap, gap));
}

// Corners of a above faces of b.
static double corners_faces(const polyhedron* a, const polyhedron* b)
{
    double least = INFINITY;
    for (uint32_t f = 0; f < b->hull.faces; ++f)
        for (uint32_t k = 0; k < a->hull.corners; ++k)
        {
            const uint32_t n = test_hull_face_corners(&b->hull, f);
            bool above       = true;
            for (uint32_t i = 0; i < n && above; ++i)
            {
                const vec from = b->corner[test_hull_face_corner(&b->hull, f, i)];
                const vec to   = b->corner[test_hull_face_corner(&b->hull, f, i + 1)];
                above          = dot(cross(b->normal[f], sub(to, from)), sub(a->corner[k], from)) >= 0.0;
            }
            const vec base = b->corner[test_hull_face_corner(&b->hull, f, 0)];
            if (above) least = fmin(least, fabs(dot(b->normal[f], sub(a->corner[k], base))));
        }
    return least;
}

static double distance(const polyhedron* a, const polyhedron* b)
{
    double least = fmin(corners_faces(a, b), corners_faces(b, a));
    for (uint32_t i = 0; i < a->hull.edges; ++i)
        for (uint32_t j = 0; j < b->hull.edges; ++j)
        {
            vec p, q;
            const vec u = edge(a, i, &p), v = edge(b, j, &q);
            least = fmin(least, segments(p, u, q, v));
        }
    return least;
}

test_truth test_find_truth(const oracle_colliders* c, collider_pair p)
{
    static ways w; // large
    const mas_vec4 origin = c->pose[p.a].position;
    const polyhedron a = make(c, p.a, origin), b = make(c, p.b, origin);
    test_truth t = { .size = fmin(a.extent, b.extent) };
    w.count      = 0;
    try_all(&w, &a, &b);
    uint32_t best = 0;
    for (uint32_t k = 1; k < w.count; ++k)
        if (w.separation[k] > w.separation[best]) best = k;
    for (uint32_t k = 0; k < w.count; ++k)
        if (w.separation[k] > w.separation[best] - 2e-3 * t.size &&
            dot(w.axis[k], w.axis[best]) < cos(2.0 / 57.2957795))
            t.tie = true;
    memcpy(t.normal, &w.axis[best], sizeof t.normal);
    t.separation = w.separation[best] <= 0.0 ? w.separation[best] : distance(&a, &b);
    return t;
}

void test_expect_truth(const oracle_colliders* c, collider_pair p, const manifold* m)
{
    const test_truth t = test_find_truth(c, p);
    const double noise = 1e-3 * t.size, margin = c->params.margin;
    double least = INFINITY;
    for (uint32_t k = 0; k < m->count; ++k)
        least = fmin(least, m->point[k].w);
    munit_assert_int(m->count > 0 && least <= 0.0, ==, (m->flags & MANIFOLD_TOUCHES) != 0);
    if (t.separation > 0.0)
    {
        if (m->count > 0 && t.separation > margin + 0.1 * noise)
            munit_errorf("pair %u: a contact of two that are %g m apart", p.a / 2, t.separation);
        if (m->count > 0 && (least > margin || least < -noise)) // along the normal: corners may be nearer than that
            munit_errorf("pair %u: separation %g, the distance is %g", p.a / 2, least, t.separation);
        return;
    }
    const double depth = -t.separation;
    if (depth > 0.2 * t.size) return;
    const double allowed = fmax(0.01 * depth, noise);
    if (m->count == 0 && depth > allowed) munit_errorf("pair %u: a contact %g m deep is missed", p.a / 2, depth);
    if (m->count == 0) return;
    if (fabs(-least - depth) > allowed)
        munit_errorf("pair %u: depth %g, true %g, size %g, id %08x", p.a / 2, -least, depth, t.size, m->feature.x);
    const double cosine = m->normal.x * t.normal[0] + m->normal.y * t.normal[1] + m->normal.z * t.normal[2];
    if (!t.tie && cosine < cos(2.0 / 57.2957795))
        munit_errorf("pair %u: the normal is %g degrees off", p.a / 2, acos(cosine) * 57.2957795);
}
