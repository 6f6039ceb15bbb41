// A point at a time, from its patch's points: what order a kernel goes in must not matter.
#include "tessellate.h"
#include "vec.h"

typedef struct weights
{
    float w[4];
} weights;

typedef struct spot // a parameter and what is left to 1
{
    float t, s;
} spot;

typedef struct tangents
{
    oracle_vec3 x, crossed;
} tangents;

static spot spot_of(float i, float n)
{
    const float r = oracle_reciprocal(n);
    return (spot){ i == n ? 1.0f : i * r, i == 0.0f ? 1.0f : (n - i) * r };
}

static oracle_vec3 sum4(const oracle_vec3 p[4], weights b)
{
    const oracle_vec3 low  = vec_add(vec_scale(p[0], b.w[0]), vec_scale(p[1], b.w[1]));
    const oracle_vec3 high = vec_add(vec_scale(p[2], b.w[2]), vec_scale(p[3], b.w[3]));
    return vec_add(low, high);
}

static weights spline(spot q)
{
    const float b = 0.6666667f - (q.t * q.t) * (1.0f - 0.5f * q.t), c = 0.6666667f - (q.s * q.s) * (1.0f - 0.5f * q.s);
    return (weights){ { (q.s * q.s) * (q.s * 0.16666667f), b, c, (q.t * q.t) * (q.t * 0.16666667f) } };
}

static weights spline_slope(spot q) // doubled
{
    return (weights){ { -(q.s * q.s), q.t * (3.0f * q.t - 4.0f), q.s * (4.0f - 3.0f * q.s), q.t * q.t } };
}

static weights bezier(spot q)
{
    const float ss = q.s * q.s, tt = q.t * q.t;
    return (weights){ { ss * q.s, 3.0f * (ss * q.t), 3.0f * (tt * q.s), tt * q.t } };
}

static weights bezier_slope(spot q) // a third
{
    return (weights){ { -(q.s * q.s), q.s * (q.s - 2.0f * q.t), q.t * (2.0f * q.s - q.t), q.t * q.t } };
}

// v first, whether inside or on a side.
static tangents regular_inside(const oracle_vec3 p[16], spot u, spot v)
{
    oracle_vec3 at[4], dv[4];
    for (int i = 0; i < 4; ++i)
    {
        const oracle_vec3 column[4] = { p[i], p[4 + i], p[8 + i], p[12 + i] };
        at[i]                       = sum4(column, spline(v));
        dv[i]                       = sum4(column, spline_slope(v));
    }
    return (tangents){ sum4(at, spline(u)), oracle_cross(sum4(at, spline_slope(u)), sum4(dv, spline(u))) };
}

// Along side 0: a sixth of both neighbours and two thirds of the point between; half of their difference,
// doubled.
static tangents regular_side(const oracle_vec3 p[16], spot u)
{
    oracle_vec3 at[4], dv[4];
    for (int i = 0; i < 4; ++i)
    {
        at[i] = vec_add(vec_scale(vec_add(p[i], p[8 + i]), 0.16666667f), vec_scale(p[4 + i], 0.6666667f));
        dv[i] = vec_sub(p[8 + i], p[i]);
    }
    return (tangents){ sum4(at, spline(u)), oracle_cross(sum4(at, spline_slope(u)), sum4(dv, spline(u))) };
}

typedef struct mixture // of two points: its value, and how it changes when the weight of the first, of the second grows
{
    oracle_vec3 f, first, second;
} mixture;

static mixture mix(float a, oracle_vec3 at_a, float b, oracle_vec3 at_b, float third)
{
    const float r = oracle_reciprocal(a + b), x = a * r, y = b * r;
    const oracle_vec3 change = vec_scale(vec_sub(at_a, at_b), third * r);
    return (mixture){ vec_add(vec_scale(at_a, x), vec_scale(at_b, y)), vec_scale(change, y), vec_scale(change, x) };
}

enum
{
    P,
    E_PLUS,
    E_MINUS,
    F_PLUS,
    F_MINUS
};

static tangents gregory_inside(const oracle_vec3 g[20], float i, float j, float n, spot u, spot v, float third)
{
    const oracle_vec3 *c0 = g, *c1 = g + 5, *c2 = g + 10, *c3 = g + 15;
    const weights wu = bezier(u), w = bezier(v), dw = bezier_slope(v);
    const oracle_vec3 left[4]  = { c0[P], c0[E_MINUS], c3[E_PLUS], c3[P] };
    const oracle_vec3 right[4] = { c1[P], c1[E_PLUS], c2[E_MINUS], c2[P] };
    const mixture f0           = mix(i, c0[F_PLUS], j, c0[F_MINUS], third);
    const mixture f1           = mix(n - i, c1[F_MINUS], j, c1[F_PLUS], third);
    const mixture f2           = mix(n - i, c2[F_PLUS], n - j, c2[F_MINUS], third);
    const mixture f3           = mix(i, c3[F_MINUS], n - j, c3[F_PLUS], third);
    const oracle_vec3 at[4]    = {
           sum4(left, w),
           vec_add(vec_add(vec_scale(c0[E_PLUS], w.w[0]), vec_scale(c3[E_MINUS], w.w[3])),
                   vec_add(vec_scale(f0.f, w.w[1]), vec_scale(f3.f, w.w[2]))),
           vec_add(vec_add(vec_scale(c1[E_MINUS], w.w[0]), vec_scale(c2[E_PLUS], w.w[3])),
                   vec_add(vec_scale(f1.f, w.w[1]), vec_scale(f2.f, w.w[2]))),
           sum4(right, w),
    };
    // How the pairs change with v adds to the two curves in the middle.
    const oracle_vec3 low   = vec_sub(vec_scale(f3.second, w.w[2]), vec_scale(f0.second, w.w[1]));
    const oracle_vec3 high  = vec_sub(vec_scale(f2.second, w.w[2]), vec_scale(f1.second, w.w[1]));
    const oracle_vec3 dv[4] = {
        sum4(left, dw),
        vec_add(vec_add(vec_scale(c0[E_PLUS], dw.w[0]), vec_scale(c3[E_MINUS], dw.w[3])),
                vec_add(vec_add(vec_scale(f0.f, dw.w[1]), vec_scale(f3.f, dw.w[2])), low)),
        vec_add(vec_add(vec_scale(c1[E_MINUS], dw.w[0]), vec_scale(c2[E_PLUS], dw.w[3])),
                vec_add(vec_add(vec_scale(f1.f, dw.w[1]), vec_scale(f2.f, dw.w[2])), high)),
        sum4(right, dw),
    };
    const oracle_vec3 more = vec_add(vec_scale(f0.first, w.w[1]), vec_scale(f3.first, w.w[2]));
    const oracle_vec3 less = vec_add(vec_scale(f1.first, w.w[1]), vec_scale(f2.first, w.w[2]));
    const oracle_vec3 du =
        vec_add(sum4(at, bezier_slope(u)), vec_sub(vec_scale(more, wu.w[1]), vec_scale(less, wu.w[2])));
    return (tangents){ sum4(at, wu), oracle_cross(du, sum4(dv, wu)) };
}

// Points of a patch turned so that side s is side 0.
typedef struct turned
{
    oracle_vec3 p[20];
    float s[4], t[4]; // texture coordinates
    bool gregory;
} turned;

static turned turn(const oracle_surfaces* all, uint32_t patch, uint32_t side)
{
    const surface_patch* the = &all->patch[patch];
    turned out               = { .gregory = (the->flags & SURFACE_GREGORY) != 0 };
    for (uint32_t k = 0; out.gregory && k < 20; ++k)
        out.p[k] = vec_of(all->point[all->gregory[the->index + (k + 5 * side) % 20]]);
    for (uint32_t k = 0; !out.gregory && k < 16; ++k)
    {
        uint32_t i = k % 4, j = k / 4;
        for (uint32_t r = 0; r < side; ++r)
        {
            const uint32_t was = i; // what is at (i, j) after a turn stood at (3 - j, i)
            i                  = 3 - j;
            j                  = was;
        }
        out.p[k] = vec_of(all->point[all->regular[the->index + 4 * j + i]]);
    }
    const surface_uv uv = all->uv[patch];
    const float s[4] = { uv.s.x, uv.s.y, uv.s.z, uv.s.w }, t[4] = { uv.t.x, uv.t.y, uv.t.z, uv.t.w };
    for (uint32_t k = 0; k < 4; ++k)
    {
        out.s[k] = s[(k + side) % 4];
        out.t[k] = t[(k + side) % 4];
    }
    return out;
}

static float largest(oracle_vec3 v)
{
    return larger_of(larger_of(magnitude_of(v.x), magnitude_of(v.y)), magnitude_of(v.z));
}

// The square of the least area that has a direction: 2^-20 of the largest coordinate times the size, from the points
// near the corners, in the order of the corners.
static float least_area(const turned* q)
{
    const oracle_vec3 a = q->gregory ? q->p[0] : q->p[5], b = q->gregory ? q->p[5] : q->p[6];
    const oracle_vec3 c = q->gregory ? q->p[10] : q->p[10], d = q->gregory ? q->p[15] : q->p[9];
    const float reach = larger_of(larger_of(largest(a), largest(b)), larger_of(largest(c), largest(d)));
    const float size  = larger_of(largest(vec_sub(c, a)), largest(vec_sub(d, b)));
    const float area  = (reach * size) * 9.5367432e-7f;
    return larger_of(area * area, oracle_from_bits(0x0D800000u));
}

static float nudged(float i, float n)
{
    return i + (i + i < n ? n * 0.0009765625f : -(n * 0.0009765625f));
}

static oracle_vec3 normal_of(const turned* q, oracle_vec3 crossed, float least, float i, float j, float n, float m)
{
    const float squared = oracle_dot3(crossed, crossed);
    if (squared >= least) return vec_scale(crossed, oracle_rsqrt(squared));
    const spot u = spot_of(nudged(i, n), n), v = spot_of(nudged(j, m), m);
    const tangents t =
        q->gregory ? gregory_inside(q->p, u.t, v.t, 1.0f, u, v, 0.33333334f) : regular_inside(q->p, u, v);
    const oracle_vec3 up = { 0.0f, 1.0f, 0.0f }, unit = oracle_normalize3(t.crossed);
    return oracle_dot3(unit, unit) == 0.0f ? up : unit;
}

static float bilinear(const float c[4], spot u, spot v)
{
    return (c[0] * (u.s * v.s) + c[1] * (u.t * v.s)) + (c[2] * (u.t * v.t) + c[3] * (u.s * v.t));
}

static void put(mas_vec4* position, mas_vec4* normal, const turned* q, bool uv, uint32_t vertex, tangents t,
                oracle_vec3 unit, spot u, spot v)
{
    const bool pictured = uv && normal;
    const float s = pictured ? bilinear(q->s, u, v) : 0.0f, w = pictured ? bilinear(q->t, u, v) : 0.0f;
    position[vertex] = oracle_flush4((mas_vec4){ t.x.x, t.x.y, t.x.z, s });
    if (normal) normal[vertex] = oracle_flush4((mas_vec4){ unit.x, unit.y, unit.z, w });
}

static void tessellate_patch(const oracle_surfaces* all, const oracle_mesh* m, uint32_t p, mas_vec4* position,
                             mas_vec4* normal)
{
    const surface_patch* the    = &all->patch[p];
    const bool gregory          = (the->flags & SURFACE_GREGORY) != 0;
    const tessellate_task* task = &m->task[gregory ? all->regulars + the->index / 20 : the->index / 16];
    const uint32_t n            = task->level & 255;
    const float nf              = (float)n;
    const turned q              = turn(all, p, 0);
    const float least           = least_area(&q);
    uint32_t vertex             = task->first;
    for (uint32_t j = 1; j < n; ++j)
        for (uint32_t i = 1; i < n; ++i)
        {
            const float x = (float)i, y = (float)j;
            const spot u = spot_of(x, nf), v = spot_of(y, nf);
            const tangents t =
                gregory ? gregory_inside(q.p, x, y, nf, u, v, nf * 0.33333334f) : regular_inside(q.p, u, v);
            put(position, normal, &q, all->has_uv, vertex++, t, normal_of(&q, t.crossed, least, x, y, nf, nf), u, v);
        }
    for (uint32_t s = 0; s < 4; ++s)
    {
        const turned r        = turn(all, p, s);
        const uint32_t corner = oracle_of4(task->corner, s), first = oracle_of4(task->side, s);
        const uint32_t count = task->side_level >> 8 * s & 255;
        for (uint32_t k = 0; k < count; ++k)
        {
            const uint32_t to = k == 0 ? corner : first == SURFACE_NONE ? SURFACE_NONE : first + k - 1;
            if (to == SURFACE_NONE) continue;
            const float x = (float)k, sf = (float)count;
            const spot u = spot_of(x, sf), v = { 0.0f, 1.0f };
            const tangents t =
                gregory ? gregory_inside(r.p, x, 0.0f, sf, u, v, sf * 0.33333334f) : regular_side(r.p, u);
            put(position, normal, &r, all->has_uv, to, t, normal_of(&r, t.crossed, least, x, 0.0f, sf, 1.0f), u, v);
        }
    }
}

void oracle_tessellate(const oracle_surfaces* s, const oracle_mesh* m, const uint32_t* stale, bool all,
                       mas_vec4* position, mas_vec4* normal)
{
    for (uint32_t p = 0; p < s->patches; ++p)
        if (all || stale[s->patch[p].surface] != 0) tessellate_patch(s, m, p, position, normal);
}
