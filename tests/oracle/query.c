#include "query.h"
#include "constants.h"
#include "patch.h"
#include "vec.h"

#include <math.h>
#include <stddef.h>

// One query under way.
typedef struct search
{
    const oracle_surfaces* surfaces;
    const surface_box* box;
    oracle_vec3 from, axis[3]; // of a ray: across, across, along
    oracle_vec3 inverse;       // of its direction
    bool ray;
    float slack, nearest, distance;
    uint32_t chosen;
    oracle_vec2 at;
    oracle_vec3 seen; // m, from the query's point
    bool stopped;
    oracle_query_work work;
} search;

typedef struct entry // a box that waits
{
    float away;
    uint32_t height, number; // patches are height 0; number in its height
} entry;

static const float FAR = 3e38f;

static void take(search* q, uint32_t patch, oracle_vec2 at, oracle_vec3 seen, float distance)
{
    bool better = distance <= q->nearest;
    if (q->chosen != SURFACE_NONE)
    {
        const oracle_vec3 d = vec_sub(seen, q->seen);
        const float apart   = larger_of(larger_of(fabsf(d.x), fabsf(d.y)), fabsf(d.z));
        if (apart > 64.0f * q->slack) // another place
            better = distance < q->distance || (distance == q->distance && patch < q->chosen);
        else if (patch < q->chosen)
            better = distance < q->distance + q->slack || distance == q->distance;
        else
            better = distance < q->distance - q->slack;
    }
    if (better)
    {
        q->chosen   = patch;
        q->at       = at;
        q->seen     = seen;
        q->distance = distance;
    }
    q->nearest = smaller_of(q->nearest, distance);
}

// The patch as the query sees it: from its point; of a ray along its axes.
static oracle_patch load(const search* q, uint32_t patch)
{
    const surface_patch* p = &q->surfaces->patch[patch];
    const bool gregory     = (p->flags & SURFACE_GREGORY) != 0;
    const uint32_t* number = (gregory ? q->surfaces->gregory : q->surfaces->regular) + p->index;
    oracle_vec3 x[SURFACE_GREGORY_POINTS];
    for (int k = 0; k < (gregory ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS); ++k)
    {
        x[k] = vec_sub(vec_of(q->surfaces->point[number[k]]), q->from);
        if (q->ray)
            x[k] = (oracle_vec3){ oracle_dot3(q->axis[0], x[k]), oracle_dot3(q->axis[1], x[k]),
                                  oracle_dot3(q->axis[2], x[k]) };
    }
    return oracle_load_patch(x, gregory);
}

static float flushed_dot(oracle_vec3 a, oracle_vec3 b)
{
    return oracle_flush(oracle_dot3(a, b));
}

static oracle_vec2 or_nothing(oracle_vec2 way)
{
    const bool sane = oracle_is_finite(way.x) && oracle_is_finite(way.y);
    return sane ? way : (oracle_vec2){ 0.0f, 0.0f };
}

// Downhill for |s|^2 / 2 inside the square.
static oracle_vec2 newton_step(const oracle_place* e, oracle_vec2 at)
{
    const float gu = flushed_dot(e->s, e->su), gv = flushed_dot(e->s, e->sv);
    const float uu = flushed_dot(e->su, e->su), vv = flushed_dot(e->sv, e->sv);
    float huu = oracle_flush(uu + oracle_dot3(e->s, e->suu)), hvv = oracle_flush(vv + oracle_dot3(e->s, e->svv));
    float huv = oracle_flush(oracle_dot3(e->su, e->sv) + oracle_dot3(e->s, e->suv));

    const bool stuck_u = (at.x <= 0.0f && gu > 0.0f) || (at.x >= 1.0f && gu < 0.0f);
    const bool stuck_v = (at.y <= 0.0f && gv > 0.0f) || (at.y >= 1.0f && gv < 0.0f);
    float det          = huu * hvv - huv * huv;
    const bool valley  = huu > 0.0f && hvv > 0.0f && det > 0x1p-6f * (huu * hvv);
    if (stuck_u || stuck_v || !valley)
    {
        huu = larger_of(fabsf(huu), 0.25f * uu);
        hvv = larger_of(fabsf(hvv), 0.25f * vv);
        huv = 0.0f;
        det = huu * hvv;
    }
    const float inverse = oracle_reciprocal(det);
    oracle_vec2 way     = { (huv * gv - hvv * gu) * inverse, (huv * gu - huu * gv) * inverse };
    if (stuck_u) way.x = 0.0f;
    if (stuck_v) way.y = 0.0f;
    way               = or_nothing(way);
    const float end_u = at.x + way.x, end_v = at.y + way.y;
    const float cut_u = oracle_clamp(end_u, 0.0f, 1.0f) - at.x, cut_v = oracle_clamp(end_v, 0.0f, 1.0f) - at.y;
    if ((end_u < 0.0f || end_u > 1.0f) && !stuck_v)
        way = (oracle_vec2){ cut_u, -((gv + huv * cut_u) * oracle_reciprocal(hvv)) };
    else if ((end_v < 0.0f || end_v > 1.0f) && !stuck_u)
        way = (oracle_vec2){ -((gu + huv * cut_v) * oracle_reciprocal(huu)), cut_v };
    const oracle_vec2 slope = { gu, gv };
    const oracle_vec2 cut   = { oracle_clamp(at.x + way.x, 0.0f, 1.0f) - at.x,
                                oracle_clamp(at.y + way.y, 0.0f, 1.0f) - at.y };
    const bool sane         = oracle_is_finite(way.x) && oracle_is_finite(way.y);
    if (!sane || !(oracle_dot2(slope, cut) < 0.0f)) // cut off, it may lead uphill: each direction by itself
        way = (oracle_vec2){ stuck_u ? 0.0f : -(gu * oracle_reciprocal(huu)),
                             stuck_v ? 0.0f : -(gv * oracle_reciprocal(hvv)) };
    return or_nothing(way);
}

// A length from its square; below 2^-50 it is 0.
static float root_of(float square)
{
    return square < 0x1p-100f ? 0.0f : square * oracle_rsqrt(square);
}

static float into_square(float t)
{
    return oracle_flush(oracle_clamp(t, 0.0f, 1.0f));
}

static void descend(search* q, uint32_t patch, const oracle_patch* p, oracle_vec2 at)
{
    oracle_vec2 kept = at, way = { 0.0f, 0.0f };
    oracle_vec3 seen  = { 0.0f, 0.0f, 0.0f };
    float kept_square = FAR;
    for (int k = 0; k < OWN_QUERY_STEPS; ++k)
    {
        const oracle_place e = oracle_evaluate_patch(p, at.x, at.y);
        const float square   = oracle_dot3(e.s, e.s);
        ++q->work.evaluations;
        if (square > kept_square + 0x1p-20f * kept_square)
            way = (oracle_vec2){ 0.25f * way.x, 0.25f * way.y };
        else
        {
            kept        = at;
            kept_square = square;
            seen        = e.s;
            way         = newton_step(&e, at);
        }
        at  = (oracle_vec2){ into_square(kept.x + way.x), into_square(kept.y + way.y) };
        way = (oracle_vec2){ at.x - kept.x, at.y - kept.y };
        if (larger_of(fabsf(way.x), fabsf(way.y)) < 0x1p-23f) break;
    }
    take(q, patch, kept, vec_scale(seen, p->unit), root_of(kept_square) * p->unit);
}

static oracle_vec2 seed(int k)
{
    return (oracle_vec2){ 0.25f * (float)(k % OWN_QUERY_SEEDS) + 0.125f,
                          0.25f * (float)(k / OWN_QUERY_SEEDS) + 0.125f };
}

static void closest_on_patch(search* q, uint32_t patch)
{
    const oracle_patch p = load(q, patch);
    float square[OWN_QUERY_SEEDS * OWN_QUERY_SEEDS];
    for (int k = 0; k < OWN_QUERY_SEEDS * OWN_QUERY_SEEDS; ++k)
    {
        const oracle_vec3 s = oracle_evaluate_patch(&p, seed(k).x, seed(k).y).s;
        square[k]           = oracle_dot3(s, s);
        ++q->work.evaluations;
    }
    for (int k = 0; k < OWN_QUERY_SEEDS * OWN_QUERY_SEEDS; ++k)
    {
        bool lowest = true;
        for (int m = 0; m < OWN_QUERY_SEEDS * OWN_QUERY_SEEDS; ++m)
        {
            const int di = m % OWN_QUERY_SEEDS - k % OWN_QUERY_SEEDS, dj = m / OWN_QUERY_SEEDS - k / OWN_QUERY_SEEDS;
            if (di < -1 || di > 1 || dj < -1 || dj > 1) continue;
            if (square[m] < square[k] || (square[m] == square[k] && m < k)) lowest = false;
        }
        if (lowest) descend(q, patch, &p, seed(k));
    }
}

// A square part of a patch: (i, j) of 2^depth along each side.
typedef struct part
{
    uint32_t i, j, depth;
} part;

static float width_of(part c)
{
    return oracle_from_bits((127 - c.depth) << 23);
}

static oracle_vec2 middle_of(part c)
{
    return (oracle_vec2){ width_of(c) * ((float)c.i + 0.5f), width_of(c) * ((float)c.j + 0.5f) };
}

// Quarters in the order in which a ray meets them, as seen from the patch's middle.
static uint32_t rank_of(part c, uint32_t turned)
{
    return ((c.i & 1) | (c.j & 1) << 1) ^ turned;
}

static part quarter_of(part c, uint32_t rank, uint32_t turned)
{
    const uint32_t bits = rank ^ turned;
    return (part){ 2 * c.i + (bits & 1), 2 * c.j + (bits >> 1), c.depth + 1 };
}

static part above(part c)
{
    return (part){ c.i / 2, c.j / 2, c.depth - 1 };
}

typedef struct curvature
{
    oracle_vec3 uu, uv, vv;
} curvature;

static float det_of(const oracle_place* e)
{
    return oracle_flush(e->su.x * e->sv.y - e->su.y * e->sv.x);
}

static bool missed(const search* q, const oracle_patch* p, const oracle_place* e, const curvature* c, float width,
                   float near)
{
    const float h = 0.5f * width, scale = 0.125f * (width * width);
    oracle_vec3 rest    = vec_add(vec_add(c->uu, c->vv), vec_scale(c->uv, 2.0f));
    rest                = vec_scale(rest, scale);
    rest                = (oracle_vec3){ rest.x + near, rest.y + near, rest.z + near };
    const oracle_vec3 s = e->s, a = e->su, b = e->sv;
    const float gx = h * (fabsf(a.x) + fabsf(b.x)) + rest.x, gy = h * (fabsf(a.y) + fabsf(b.y)) + rest.y,
                gz = h * (fabsf(a.z) + fabsf(b.z)) + rest.z;
    if (fabsf(s.x) > gx || fabsf(s.y) > gy || s.z + gz < -near) return true;
    if (s.z - gz > (q->nearest + q->slack) * p->per_m) return true;
    const float across = h * fabsf(det_of(e));
    return fabsf(s.x * a.y - s.y * a.x) > across + (rest.x * fabsf(a.y) + rest.y * fabsf(a.x)) ||
           fabsf(s.x * b.y - s.y * b.x) > across + (rest.x * fabsf(b.y) + rest.y * fabsf(b.x));
}

static float norm_of(const oracle_place* e)
{
    const mas_vec4 j = { e->su.x, e->su.y, e->sv.x, e->sv.y };
    return oracle_dot4(j, j);
}

// Seen along the ray the patch is a line here.
static bool is_line(const oracle_place* e)
{
    return fabsf(det_of(e)) <= 0x1p-20f * norm_of(e);
}

// Do derivatives change so little in the part that it has one hit at most?
static bool straight(const oracle_place* e, const curvature* c, float width)
{
    const float h = 0.5f * width;
    const float x = h * (c->uu.x + c->uv.x) + h * (c->uv.x + c->vv.x);
    const float y = h * (c->uu.y + c->uv.y) + h * (c->uv.y + c->vv.y);
    const float u = fabsf(e->sv.y) * x + fabsf(e->sv.x) * y, v = fabsf(e->su.y) * x + fabsf(e->su.x) * y;
    return larger_of(u, v) <= 0.5f * fabsf(det_of(e)) && !is_line(e);
}

// Newton's method from here; what it needed is taken off left. False when the budget ends.
static bool refine(search* q, uint32_t patch, const oracle_patch* p, oracle_place e, oracle_vec2 at, float near,
                   int* left)
{
    for (int steps = OWN_QUERY_RAY_STEPS;; --steps)
    {
        float inverse   = oracle_reciprocal(det_of(&e));
        oracle_vec2 way = { (e.sv.x * e.s.y - e.sv.y * e.s.x) * inverse, (e.su.y * e.s.x - e.su.x * e.s.y) * inverse };
        if (is_line(&e))
        {
            const oracle_vec2 s = { e.s.x, e.s.y }, u = { e.su.x, e.su.y }, v = { e.sv.x, e.sv.y };
            inverse = oracle_reciprocal(norm_of(&e));
            way     = (oracle_vec2){ -oracle_dot2(u, s) * inverse, -oracle_dot2(v, s) * inverse };
        }
        way                  = or_nothing(way);
        const oracle_vec2 to = { into_square(at.x + way.x), into_square(at.y + way.y) };
        if (steps == 0 || larger_of(fabsf(to.x - at.x), fabsf(to.y - at.y)) < 0x1p-23f)
        {
            if (larger_of(fabsf(e.s.x), fabsf(e.s.y)) <= near && e.s.z >= -near)
                take(q, patch, at, vec_scale(e.s, p->unit), larger_of(e.s.z, 0.0f) * p->unit);
            return true;
        }
        at = to;
        if ((*left)-- == 0) return false;
        e = oracle_evaluate_patch(p, at.x, at.y);
        ++q->work.evaluations;
    }
}

static void ray_on_patch(search* q, uint32_t patch)
{
    const oracle_patch p = load(q, patch);
    oracle_vec3 bound[3];
    oracle_patch_curvature(&p, bound);
    const curvature c = { bound[0], bound[1], bound[2] };
    const float near  = 4.0f * (q->slack * p.per_m);
    uint32_t turned   = 0;
    part at           = { 0, 0, 0 };
    int left          = OWN_QUERY_CELLS;
    while (left-- > 0)
    {
        const float width    = width_of(at);
        const oracle_vec2 uv = middle_of(at);
        const oracle_place e = oracle_evaluate_patch(&p, uv.x, uv.y);
        ++q->work.evaluations;
        if (at.depth == 0) turned = (e.su.z < 0.0f ? 1u : 0u) | (e.sv.z < 0.0f ? 2u : 0u);
        if (!missed(q, &p, &e, &c, width, near))
        {
            if (at.depth < OWN_QUERY_DEPTH && !straight(&e, &c, width))
            {
                at = quarter_of(at, 0, turned);
                continue;
            }
            if (!refine(q, patch, &p, e, uv, near, &left)) break;
        }
        while (at.depth > 0 && rank_of(at, turned) == 3)
            at = above(at);
        if (at.depth == 0) return;
        at = quarter_of(above(at), rank_of(at, turned) + 1, turned);
    }
    q->stopped = true;
}

static float away_from(const search* q, surface_box b)
{
    const float lo[3] = { b.lo.x, b.lo.y, b.lo.z }, hi[3] = { b.hi.x, b.hi.y, b.hi.z };
    const float o[3] = { q->from.x, q->from.y, q->from.z }, inv[3] = { q->inverse.x, q->inverse.y, q->inverse.z };
    if (!q->ray)
    {
        float gap[3];
        for (int k = 0; k < 3; ++k)
            gap[k] = larger_of(larger_of(lo[k] - o[k], o[k] - hi[k]), 0.0f);
        return oracle_length3((oracle_vec3){ gap[0], gap[1], gap[2] });
    }
    float enter = 0.0f, leave = FAR;
    for (int k = 0; k < 3; ++k)
    {
        const float a = ((lo[k] - o[k]) - 8.0f * q->slack) * inv[k], b2 = ((hi[k] - o[k]) + 8.0f * q->slack) * inv[k];
        enter = larger_of(enter, smaller_of(a, b2));
        leave = smaller_of(leave, larger_of(a, b2));
    }
    return enter <= leave ? enter : FAR;
}

// The nearest box first, of equal ones the lower; what waits deeper in the tree comes before what waits higher up.
static void walk(search* q, const oracle_heights* h)
{
    entry stack[OWN_QUERY_STACK] = { { 0.0f, h->top, 0 } };
    uint32_t top                 = 1;
    while (top > 0)
    {
        const entry e = stack[--top];
        if (e.away > q->nearest + q->slack) continue;
        if (e.height == 0)
        {
            if (q->work.patches == OWN_QUERY_MAX_PATCHES)
            {
                q->stopped = true;
                return;
            }
            ++q->work.patches;
            if (q->ray)
                ray_on_patch(q, h->first[0] + e.number);
            else
                closest_on_patch(q, h->first[0] + e.number);
            continue;
        }
        entry child[REFIT_WIDTH];
        uint32_t many = 0;
        for (uint32_t k = REFIT_WIDTH * e.number; k < h->count[e.height - 1] && k < REFIT_WIDTH * (e.number + 1); ++k)
        {
            const float d = away_from(q, q->box[h->first[e.height - 1] + k]);
            ++q->work.boxes;
            if (d <= q->nearest + q->slack) child[many++] = (entry){ d, e.height - 1, k };
        }
        for (; many > 0; --many) // the farthest, of equal ones the highest, goes lowest on the stack
        {
            uint32_t worst = 0;
            for (uint32_t k = 1; k < many; ++k)
                if (child[k].away >= child[worst].away) worst = k;
            stack[top++] = child[worst];
            for (uint32_t k = worst; k + 1 < many; ++k)
                child[k] = child[k + 1];
        }
    }
}

static void set_axes(search* q, oracle_vec3 z)
{
    const float x = fabsf(z.x), y = fabsf(z.y), w = fabsf(z.z);
    oracle_vec3 away = { 0.0f, 0.0f, 1.0f };
    if (x <= y && x <= w)
        away = (oracle_vec3){ 1.0f, 0.0f, 0.0f };
    else if (y <= w)
        away = (oracle_vec3){ 0.0f, 1.0f, 0.0f };
    q->axis[2] = z;
    q->axis[0] = oracle_normalize3(oracle_cross(z, away));
    q->axis[1] = oracle_cross(z, q->axis[0]);
    q->inverse = (oracle_vec3){ oracle_reciprocal(z.x), oracle_reciprocal(z.y), oracle_reciprocal(z.z) };
}

static float to_middle(float t)
{
    return t < 0.5f ? t + 0x1p-10f : t - 0x1p-10f;
}

static bool is_zero(oracle_vec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

static oracle_vec3 normal_at(const oracle_patch* p, float u, float v)
{
    const oracle_place e = oracle_evaluate_patch(p, u, v);
    return oracle_normalize3(oracle_flush3(oracle_cross(e.su, e.sv)));
}

// Position, normal and velocity of a place of a patch.
static void finish(const oracle_surfaces* s, const mas_vec4* previous, query_answer* a, float u, float v,
                   float inverse_dt)
{
    const surface_patch* patch = &s->patch[a->patch_number];
    const bool gregory         = (patch->flags & SURFACE_GREGORY) != 0;
    const uint32_t* number     = (gregory ? s->gregory : s->regular) + patch->index;
    const oracle_vec3 origin   = vec_of(s->point[number[0]]);
    oracle_vec3 x[SURFACE_GREGORY_POINTS], way[SURFACE_GREGORY_POINTS];
    for (int k = 0; k < (gregory ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS); ++k)
    {
        x[k]   = vec_sub(vec_of(s->point[number[k]]), origin);
        way[k] = vec_sub(vec_of(s->point[number[k]]), vec_of(previous[number[k]]));
    }
    const oracle_patch p = oracle_load_patch(x, gregory), moved = oracle_load_patch(way, gregory);
    oracle_vec3 n = normal_at(&p, u, v);
    if (is_zero(n)) n = normal_at(&p, to_middle(u), to_middle(v));
    if (is_zero(n)) n = (oracle_vec3){ 0.0f, 1.0f, 0.0f };
    const oracle_vec3 at  = vec_add(origin, vec_scale(oracle_evaluate_patch(&p, u, v).s, p.unit));
    const oracle_vec3 vel = vec_scale(vec_scale(oracle_evaluate_patch(&moved, u, v).s, moved.unit), inverse_dt);
    const float distance  = a->position.w;
    a->position           = vec_xyz0(oracle_flush3(at));
    a->position.w         = distance;
    a->normal             = vec_xyz0(oracle_flush3(n));
    a->normal.w           = u;
    a->velocity           = vec_xyz0(oracle_flush3(vel));
    a->velocity.w         = v;
    a->face               = patch->face;
}

query_answer oracle_query(const oracle_surfaces* s, const mas_vec4* previous, const surface_box* box, query_record r,
                          float inverse_dt, oracle_query_work* work)
{
    query_answer a = { .flags = 0 };
    if (r.kind != QUERY_CLOSEST && r.kind != QUERY_RAY) return a;
    a.surface = r.surface;
    if (r.surface >= s->surfaces) return a;
    const oracle_heights h = oracle_heights_of(s, r.surface);
    const surface_box root = box[h.first[h.top]];
    const float far[9]     = { root.lo.x, root.lo.y, root.lo.z, root.hi.x, root.hi.y,
                               root.hi.z, r.point.x, r.point.y, r.point.z };
    search q               = { .surfaces = s,
                               .box      = box,
                               .from     = vec_of(r.point),
                               .ray      = r.kind == QUERY_RAY,
                               .nearest  = r.point.w,
                               .chosen   = SURFACE_NONE };
    for (int k = 0; k < 9; ++k)
        q.slack = larger_of(q.slack, fabsf(far[k]));
    q.slack = 0x1p-22f * q.slack;
    if (q.ray) set_axes(&q, vec_of(r.direction));
    walk(&q, &h);
    if (work != NULL)
        *work = (oracle_query_work){ work->boxes + q.work.boxes, work->patches + q.work.patches,
                                     work->evaluations + q.work.evaluations };
    a.flags = (q.chosen != SURFACE_NONE ? QUERY_HIT : 0) | (q.stopped ? QUERY_STOPPED : 0);
    if (q.chosen == SURFACE_NONE) return a;
    a.patch_number = q.chosen;
    a.position.w   = oracle_flush(q.distance);
    finish(s, previous, &a, oracle_flush(q.at.x), oracle_flush(q.at.y), inverse_dt);
    return a;
}
