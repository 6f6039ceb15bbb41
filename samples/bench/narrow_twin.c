#include "narrow_twin.h"
#include "collision/ahead_shared.h"
#include "collision/narrow_shared.h"

#include <math.h>
#include <string.h>

typedef struct vec
{
    float x, y, z;
} vec;

static inline vec of(mas_vec4 v)
{
    return (vec){ v.x, v.y, v.z };
}

static inline vec sub(vec a, vec b)
{
    return (vec){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline vec add(vec a, vec b)
{
    return (vec){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline vec cross(vec a, vec b)
{
    return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline float dot3(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

static inline float smaller(float a, float b)
{
    return a < b ? a : b;
}

void narrow_twin_boxes(const oracle_colliders* c, narrow_box* out)
{
    for (uint32_t i = 0; i < c->params.colliders; ++i)
    {
        const mas_vec4 q = c->pose[i].rotation, x = c->pose[i].position, h = c->data[i].size;
        out[i] = (narrow_box){
            .axis  = { { 1.0f - 2.0f * (q.y * q.y + q.z * q.z), 2.0f * (q.x * q.y + q.w * q.z),
                         2.0f * (q.x * q.z - q.w * q.y) },
                       { 2.0f * (q.x * q.y - q.w * q.z), 1.0f - 2.0f * (q.x * q.x + q.z * q.z),
                         2.0f * (q.y * q.z + q.w * q.x) },
                       { 2.0f * (q.x * q.z + q.w * q.y), 2.0f * (q.y * q.z - q.w * q.x),
                         1.0f - 2.0f * (q.x * q.x + q.y * q.y) } },
            .place = { x.x, x.y, x.z },
            .half  = { h.x, h.y, h.z },
        };
    }
}

typedef struct view // b seen from a
{
    float r[3][3], abs[3][3], t[3];
} view;

// ---- Faces ----

typedef struct point
{
    float u, w, d;
    uint32_t id;
} point;

typedef struct candidates
{
    point p[12];
    uint32_t count;
} candidates;

static inline void offer(candidates* c, float u, float w, float d, float margin, uint32_t id)
{
    c->p[c->count] = (point){ u, w, d, id };
    c->count += d <= margin;
}

static inline float area(const point* a, const point* b, const point* c)
{
    return (b->u - a->u) * (c->w - a->w) - (b->w - a->w) * (c->u - a->u);
}

// The same four of all candidates as narrow_reduce.glsl takes.
static uint32_t reduce(const candidates* c, float margin, float scale, point out[4], float* deepest)
{
    const float near2 = NARROW_NEAR * scale * NARROW_NEAR * scale;
    const point* p    = c->p;
    float best        = -NARROW_NONE;
    int32_t taken     = -1;
    for (uint32_t k = 0; k < c->count; ++k)
        if (margin - p[k].d > best + NARROW_DEEPER * scale) best = margin - p[k].d, taken = (int32_t)k;
    if (taken < 0) return 0;
    out[0]   = p[taken];
    *deepest = out[0].d;
    best = near2, taken = -1;
    for (uint32_t k = 0; k < c->count; ++k)
    {
        const float u = p[k].u - out[0].u, w = p[k].w - out[0].w, s = u * u + w * w;
        if (s > best * NARROW_BETTER) best = s, taken = (int32_t)k;
    }
    if (taken < 0) return 1;
    out[1]      = p[taken];
    float base2 = best;
    taken       = -1;
    for (uint32_t k = 0; k < c->count; ++k) // as deep as the first, and further away
    {
        const float u = p[k].u - out[1].u, w = p[k].w - out[1].w, s = u * u + w * w;
        if (p[k].d <= out[0].d + NARROW_EVEN * scale && s > best * NARROW_BETTER) best = s, taken = (int32_t)k;
    }
    if (taken >= 0) out[0] = p[taken], base2 = best;
    best = near2 * base2, taken = -1;
    for (uint32_t k = 0; k < c->count; ++k)
    {
        const float s = area(&out[0], &out[1], &p[k]);
        if (s * s > best * NARROW_BETTER) best = s * s, taken = (int32_t)k;
    }
    if (taken < 0) return 2;
    out[2]           = p[taken];
    const float turn = area(&out[0], &out[1], &out[2]) > 0.0f ? 1.0f : -1.0f;
    best = near2 * base2, taken = -1;
    for (uint32_t k = 0; k < c->count; ++k)
    {
        const float s = smaller(smaller(turn * area(&out[0], &out[1], &p[k]), turn * area(&out[1], &out[2], &p[k])),
                                turn * area(&out[2], &out[0], &p[k]));
        if (s < 0.0f && s * s > best * NARROW_BETTER) best = s * s, taken = (int32_t)k;
    }
    if (taken < 0) return 3;
    out[3] = p[taken];
    return 4;
}

static inline void clip(float middle, float dir, float limit, float flat, float* from, float* to)
{
    if (fabsf(dir) < flat)
    {
        if (fabsf(middle) > limit)
            *from = 2.0f, *to = -2.0f;
        else
            *from = -2.0f, *to = 2.0f;
        return;
    }
    const float inverse = 1.0f / dir, one = (-limit - middle) * inverse, two = (limit - middle) * inverse;
    *from = smaller(one, two);
    *to   = larger(one, two);
}

typedef struct crossing // of two edges, nearly in the face
{
    float normal[3]; // world axes, unit
    float apart;     // m
} crossing;

// What a face found, as the crossing says: its depth, and its normal unless the face's is all but that.
static void lean(manifold* m, const crossing* x)
{
    const mas_vec4 n  = m->normal;
    const float along = x->normal[0] * n.x + x->normal[1] * n.y + x->normal[2] * n.z, steep = fabsf(along);
    const float way = along < 0.0f ? -1.0f : 1.0f;
    float deepest   = m->point[0].w;
    if (steep < NARROW_FLAT_ENOUGH)
        m->normal = (mas_vec4){ way * x->normal[0], way * x->normal[1], way * x->normal[2], 0.0f };
    for (uint32_t i = 1; i < m->count; ++i)
        deepest = smaller(deepest, m->point[i].w);
    for (uint32_t i = 0; i < m->count; ++i)
        m->point[i].w = (m->point[i].w - deepest) * steep + x->apart;
    m->flags = (m->flags & ~(uint32_t)MANIFOLD_TOUCHES) | (x->apart <= 0.0f ? MANIFOLD_TOUCHES : 0);
}

static void meet_face(const narrow_box* reference, const narrow_box* incident, const view* s, bool swapped, uint32_t n,
                      float margin, float scale, const crossing* edges, manifold* m)
{
    static const uint32_t next[] = { 1, 2, 0 };
    const uint32_t nu = next[n], nw = next[nu];
    float t[3], row[3][3];
    for (uint32_t i = 0; i < 3; ++i)
    {
        const uint32_t k = i == 0 ? n : i == 1 ? nu : nw;
        // Seen from b, the view is turned about.
        t[i] = swapped ? -(s->r[0][k] * s->t[0] + s->r[1][k] * s->t[1] + s->r[2][k] * s->t[2]) : s->t[k];
        for (uint32_t j = 0; j < 3; ++j)
            row[i][j] = swapped ? s->r[j][k] : s->r[k][j];
    }
    const bool below = t[0] < 0.0f;
    if (below)
        for (uint32_t j = 0; j < 3; ++j)
            row[0][j] = -row[0][j];
    uint32_t j = fabsf(row[0][1]) > fabsf(row[0][0]) + NARROW_TILT ? 1 : 0;
    if (fabsf(row[0][2]) > fabsf(row[0][j]) + NARROW_TILT) j = 2;
    const uint32_t j1 = next[j], j2 = next[j1];
    const bool away   = row[0][j] > 0.0f;
    const float reach = away ? -incident->half[j] : incident->half[j], h1 = incident->half[j1], h2 = incident->half[j2];
    const float hn = reference->half[n], hu = reference->half[nu], hw = reference->half[nw];
    const float cu = t[1] + reach * row[1][j], cw = t[2] + reach * row[2][j];
    const float cd  = fabsf(t[0]) - hn + reach * row[0][j];
    const float e1u = h1 * row[1][j1], e1w = h1 * row[2][j1], e1d = h1 * row[0][j1];
    const float e2u = h2 * row[1][j2], e2w = h2 * row[2][j2], e2d = h2 * row[0][j2];

    const uint32_t axis  = swapped ? 3 + n : n;
    const uint32_t faces = NARROW_FACE_ID | axis << 8 | (uint32_t)below << 11 | j << 12 | (uint32_t)away << 14;
    const float grow = NARROW_GROW * scale, flat = NARROW_FLAT * scale, limit_u = hu + grow, limit_w = hw + grow;
    const float mid[4][3] = { { cu - e2u, cw - e2w, cd - e2d },
                              { cu + e1u, cw + e1w, cd + e1d },
                              { cu + e2u, cw + e2w, cd + e2d },
                              { cu - e1u, cw - e1w, cd - e1d } };
    const float dir[4][3] = { { e1u, e1w, e1d }, { e2u, e2w, e2d }, { -e1u, -e1w, -e1d }, { -e2u, -e2w, -e2d } };
    point first[4], last[4];
    for (uint32_t k = 0; k < 4; ++k)
    {
        float from_u, to_u, from_w, to_w;
        clip(mid[k][0], dir[k][0], limit_u, flat, &from_u, &to_u);
        clip(mid[k][1], dir[k][1], limit_w, flat, &from_w, &to_w);
        const float from = larger(larger(from_u, from_w), -1.0f), to = smaller(smaller(to_u, to_w), 1.0f);
        const uint32_t in_u = dir[k][0] > 0.0f ? 1 : 2, in_w = dir[k][1] > 0.0f ? 3 : 4;
        first[k] = (point){ mid[k][0] + from * dir[k][0], mid[k][1] + from * dir[k][1],
                            from < to ? mid[k][2] + from * dir[k][2] : NARROW_NONE,
                            faces | k | (from > -1.0f ? (from_w > from_u ? in_w : in_u) << 4 : 0) };
        last[k]  = (point){ mid[k][0] + to * dir[k][0], mid[k][1] + to * dir[k][1],
                           from < to && to < 1.0f ? mid[k][2] + to * dir[k][2] : NARROW_NONE,
                            faces | (4 + k) | (to_w < to_u ? 7 - in_w : 3 - in_u) << 4 };
    }
    candidates c;
    c.count = 0;
    for (uint32_t k = 0; k < 4; ++k)
        offer(&c, first[k].u, first[k].w, first[k].d, margin, first[k].id);
    for (uint32_t k = 0; k < 4; ++k)
        offer(&c, last[k].u, last[k].w, last[k].d, margin, last[k].id);
    const float det = e1u * e2w - e1w * e2u, unit = 1.0f / det, room = NARROW_INSIDE * grow;
    const float room_1 = fabsf(det) - room * (fabsf(e2u) + fabsf(e2w));
    const float room_2 = fabsf(det) - room * (fabsf(e1u) + fabsf(e1w));
    for (uint32_t k = 0; k < 4; ++k)
    {
        const float u = k == 1 || k == 2 ? hu : -hu, w = k < 2 ? -hw : hw, x = u - cu, y = w - cw;
        const float a = x * e2w - y * e2u, b = y * e1u - x * e1w;
        if (fabsf(a) < room_1 && fabsf(b) < room_2)
            offer(&c, u, w, cd + a * unit * e1d + b * unit * e2d, margin, faces | (8 + k));
    }

    point chosen[4];
    float deepest   = 0.0f;
    uint32_t count  = reduce(&c, margin, scale, chosen, &deepest);
    const float low = cd - fabsf(e1d) - fabsf(e2d);
    if (edges == NULL && low <= 0.0f && (count == 0 || deepest > low + NARROW_LOST * scale))
    {
        const float s1 = e1d > 0.0f ? -1.0f : 1.0f, s2 = e2d > 0.0f ? -1.0f : 1.0f;
        const float u = cu + s1 * e1u + s2 * e2u, w = cw + s1 * e1w + s2 * e2w;
        chosen[0] = (point){ larger(smaller(u, hu), -hu), larger(smaller(w, hw), -hw), low, faces | 12 };
        count     = 1;
    }
    if (count == 0) return;
    const float* an = reference->axis[n];
    const float out = below ? -1.0f : 1.0f, to_b = swapped ? -out : out;
    m->normal = (mas_vec4){ to_b * an[0], to_b * an[1], to_b * an[2], 0.0f };
    float origin[3];
    for (int k = 0; k < 3; ++k)
        origin[k] = (swapped ? reference->place[k] - incident->place[k] : 0.0f) + hn * out * an[k];
    m->count = count;
    for (uint32_t i = 0; i < count; ++i)
    {
        const point p = chosen[i];
        float x[3];
        for (int k = 0; k < 3; ++k)
            x[k] = origin[k] + p.u * reference->axis[nu][k] + p.w * reference->axis[nw][k] + 0.5f * p.d * out * an[k];
        m->point[i]        = (mas_vec4){ x[0], x[1], x[2], p.d };
        (&m->feature.x)[i] = p.id;
        m->flags |= p.d <= 0.0f ? MANIFOLD_TOUCHES : 0;
    }
    if (edges != NULL) lean(m, edges);
}

// ---- Edges ----

static void meet_edges(const narrow_box* a, const narrow_box* b, const view* s, uint32_t axis, float margin,
                       manifold* m)
{
    static const uint32_t next[] = { 1, 2, 0 };
    const uint32_t i = axis / 3, j = axis % 3, i1 = next[i], i2 = next[i1], j1 = next[j], j2 = next[j1];
    // In a's axes with i first.
    const vec e = { s->r[i][j], s->r[i1][j], s->r[i2][j] }, b1 = { s->r[i][j1], s->r[i1][j1], s->r[i2][j1] };
    const vec b2 = { s->r[i][j2], s->r[i1][j2], s->r[i2][j2] }, t = { s->t[i], s->t[i1], s->t[i2] };
    const float sine2 = e.y * e.y + e.z * e.z, unit = 1.0f / sqrtf(sine2);
    vec n = { 0.0f, -e.z * unit, e.y * unit };
    if (dot(n, t) < 0.0f) n = (vec){ 0.0f, -n.y, -n.z };
    const bool up[4] = { n.y > 0.0f, n.z > 0.0f, dot(n, b1) < 0.0f, dot(n, b2) < 0.0f };
    vec on_a         = { 0.0f, up[0] ? a->half[i1] : -a->half[i1], up[1] ? a->half[i2] : -a->half[i2] };
    const float r1 = up[2] ? b->half[j1] : -b->half[j1], r2 = up[3] ? b->half[j2] : -b->half[j2];
    vec on_b          = { t.x + r1 * b1.x + r2 * b2.x, t.y + r1 * b1.y + r2 * b2.y, t.z + r1 * b1.z + r2 * b2.z };
    const vec r       = sub(on_b, on_a);
    const float apart = dot(n, r), rb = dot(r, e), ha = a->half[i], hb = b->half[j];
    float x       = larger(smaller((r.x - e.x * rb) / sine2, ha), -ha);
    const float y = larger(smaller(x * e.x - rb, hb), -hb);
    x             = larger(smaller(y * e.x + r.x, ha), -ha);
    on_a.x        = x;
    on_b          = (vec){ on_b.x + y * e.x, on_b.y + y * e.y, on_b.z + y * e.z };
    const vec gap = sub(on_b, on_a);
    if (apart > 0.0f && dot(gap, gap) > margin * margin) return;
    const float mx = 0.5f * (on_a.x + on_b.x), my = 0.5f * (on_a.y + on_b.y), mz = 0.5f * (on_a.z + on_b.z);
    float at[3], normal[3];
    for (int k = 0; k < 3; ++k)
    {
        at[k]     = mx * a->axis[i][k] + my * a->axis[i1][k] + mz * a->axis[i2][k];
        normal[k] = n.y * a->axis[i1][k] + n.z * a->axis[i2][k];
    }
    m->normal    = (mas_vec4){ normal[0], normal[1], normal[2], 0.0f };
    m->point[0]  = (mas_vec4){ at[0], at[1], at[2], apart };
    m->feature.x = NARROW_EDGE_ID | axis << 4 | (uint32_t)up[0] | (uint32_t)up[1] << 1 | (uint32_t)up[2] << 2 |
                   (uint32_t)up[3] << 3;
    m->count = 1;
    m->flags |= apart <= 0.0f ? MANIFOLD_TOUCHES : 0;
}

// Is the product of these edges nearly along the face's normal, and on the same side?
static bool nearly_flat(const narrow_box* a, const view* s, uint32_t edges, bool swapped, uint32_t face, crossing* x)
{
    static const uint32_t next[] = { 1, 2, 0 };
    const uint32_t i = edges / 3, j = edges % 3, i1 = next[i], i2 = next[i1];
    const float y = s->r[i1][j], z = s->r[i2][j], squared = y * y + z * z, unit = 1.0f / sqrtf(squared);
    float n[3];
    n[i]       = 0.0f;
    n[i1]      = -z;
    n[i2]      = y;
    float part = n[face], way = s->t[face];
    if (swapped)
    {
        part = n[0] * s->r[0][face] + n[1] * s->r[1][face] + n[2] * s->r[2][face];
        way  = s->t[0] * s->r[0][face] + s->t[1] * s->r[1][face] + s->t[2] * s->r[2][face];
    }
    for (int k = 0; k < 3; ++k)
        x->normal[k] = (n[0] * a->axis[0][k] + n[1] * a->axis[1][k] + n[2] * a->axis[2][k]) * unit;
    const bool same = ((part < 0.0f) != (dot3(n, s->t) < 0.0f)) == (way < 0.0f);
    return same && part * part > NARROW_NEARLY_FLAT * squared;
}

// ---- All axes ----

void narrow_twin_detect(const narrow_box* a, const narrow_box* b, float margin, manifold* m)
{
    static const uint32_t next[] = { 1, 2, 0 };
    m->count                     = 0;
    m->flags &= MANIFOLD_SENSOR;
    const float d[3] = { b->place[0] - a->place[0], b->place[1] - a->place[1], b->place[2] - a->place[2] };
    view s;
    float face = -NARROW_NONE, face_b = -NARROW_NONE, edge = -NARROW_NONE;
    uint32_t axis = 0, axis_b = 0, axis_edge = 0;
    for (uint32_t i = 0; i < 3; ++i)
    {
        s.t[i] = dot3(a->axis[i], d);
        for (uint32_t j = 0; j < 3; ++j)
        {
            s.r[i][j]   = dot3(a->axis[i], b->axis[j]);
            s.abs[i][j] = fabsf(s.r[i][j]);
        }
        const float apart = fabsf(s.t[i]) - (a->half[i] + dot3(b->half, s.abs[i]));
        if (apart > margin) return;
        if (apart > face) face = apart, axis = i;
    }
    for (uint32_t j = 0; j < 3; ++j)
    {
        const float along = s.r[0][j] * s.t[0] + s.r[1][j] * s.t[1] + s.r[2][j] * s.t[2];
        const float reach = a->half[0] * s.abs[0][j] + a->half[1] * s.abs[1][j] + a->half[2] * s.abs[2][j];
        const float apart = fabsf(along) - (b->half[j] + reach);
        if (apart > margin) return;
        if (apart > face_b) face_b = apart, axis_b = j;
    }
    for (uint32_t i = 0; i < 3; ++i)
        for (uint32_t j = 0; j < 3; ++j)
        {
            const uint32_t i1 = next[i], i2 = next[i1], j1 = next[j], j2 = next[j1];
            const float c1 = s.r[i1][j], c2 = s.r[i2][j], squared = c1 * c1 + c2 * c2;
            if (squared < NARROW_PARALLEL) continue;
            const float reach_a = a->half[i1] * s.abs[i2][j] + a->half[i2] * s.abs[i1][j];
            const float reach_b = b->half[j1] * s.abs[i][j2] + b->half[j2] * s.abs[i][j1];
            const float apart   = (fabsf(s.t[i2] * c1 - s.t[i1] * c2) - (reach_a + reach_b)) / sqrtf(squared);
            if (apart > margin) return;
            if (apart > edge) edge = apart, axis_edge = 3 * i + j;
        }
    const float size_a = larger(larger(a->half[0], a->half[1]), a->half[2]);
    const float size_b = larger(larger(b->half[0], b->half[1]), b->half[2]);
    const float scale  = larger(smaller(size_a, size_b), NARROW_SMALLEST_SCALE);
    const bool swapped = face_b > face + NARROW_FACE_BIAS * scale;
    const bool edges   = edge > (swapped ? face_b : face) + NARROW_EDGE_BIAS * scale;
    crossing x         = { .apart = edge };
    const bool flat    = edges && nearly_flat(a, &s, axis_edge, swapped, swapped ? axis_b : axis, &x);
    if (edges && !flat)
        meet_edges(a, b, &s, axis_edge, margin, m);
    else if (swapped)
        meet_face(b, a, &s, true, axis_b, margin, scale, flat ? &x : NULL, m);
    else
        meet_face(a, b, &s, false, axis, margin, scale, flat ? &x : NULL, m);
}

// ---- Recycling ----

static inline mas_vec4 turn_since(mas_vec4 now, mas_vec4 then) // now * conjugate(then)
{
    return (mas_vec4){ -now.w * then.x + now.x * then.w - now.y * then.z + now.z * then.y,
                       -now.w * then.y + now.x * then.z + now.y * then.w - now.z * then.x,
                       -now.w * then.z - now.x * then.y + now.y * then.x + now.z * then.w,
                       now.w * then.w + now.x * then.x + now.y * then.y + now.z * then.z };
}

// Turned v less v.
static inline vec turned_by(mas_vec4 q, vec v)
{
    vec t       = cross(of(q), v);
    t           = add(t, t);
    const vec u = cross(of(q), t);
    return (vec){ q.w * t.x + u.x, q.w * t.y + u.y, q.w * t.z + u.z };
}

bool narrow_twin_recycle(const oracle_colliders* c, manifold* m, pair_cache* record)
{
    const uint32_t ia = record->a, ib = record->b;
    const collider_pose *a = &c->pose[ia], *b = &c->pose[ib];
    const collider_data *da = &c->data[ia], *db = &c->data[ib];
    if (record->stamp_a != da->stamp || record->stamp_b != db->stamp) return false;
    const vec then = of(record->offset), moved = sub(sub(of(b->position), of(a->position)), then);
    const mas_vec4 turn_a = turn_since(a->rotation, record->rotation_a);
    const mas_vec4 turn_b = turn_since(b->rotation, record->rotation_b);
    if (dot(of(turn_a), of(turn_a)) >= RECYCLE_TURN || dot(of(turn_b), of(turn_b)) >= RECYCLE_TURN) return false;
    const float ra = oracle_collider_radius(da), rb = oracle_collider_radius(db), radius = smaller(ra, rb);
    const vec centre       = sub(moved, turned_by(ra < rb ? turn_b : turn_a, then));
    const mas_vec4 between = turn_since(turn_b, turn_a); // as long as the one of a to b
    float tolerance        = smaller(RECYCLE_TOLERANCE, RECYCLE_SHARE * radius);
    if (record->offset.w == 0.0f)
    {
        const vec way     = sub(of(b->way), of(a->way));
        const float close = sqrtf(dot(way, way)) + a->way.w + b->way.w;
        if (close > AHEAD_SHARE * c->params.margin) return false;
        tolerance = smaller(tolerance, RECYCLE_MARGIN_SHARE * c->params.margin);
    }
    const float edge = 2.0f * sqrtf(dot(of(between), of(between))) * radius;
    if (sqrtf(dot(centre, centre)) + edge >= tolerance) return false;

    const vec n  = of(m->normal);
    bool touches = false;
    for (uint32_t i = 0; i < m->count; ++i)
    {
        const vec r      = of(m->point[i]);
        const vec change = sub(add(moved, turned_by(turn_b, sub(r, then))), turned_by(turn_a, r));
        m->point[i].w    = (&record->base.x)[i] + dot(n, change);
        touches |= m->point[i].w <= 0.0f;
    }
    m->flags         = (m->flags & ~(uint32_t)MANIFOLD_TOUCHES) | (touches ? MANIFOLD_TOUCHES : 0);
    record->offset.w = touches ? 1.0f : 0.0f;
    return true;
}

// ---- Comparison ----

float narrow_twin_difference(const manifold* m, const manifold* oracle)
{
    if (m->count != oracle->count || memcmp(&m->feature, &oracle->feature, m->count * sizeof(uint32_t)) != 0)
        return NARROW_TWIN_OTHER;
    float most = 0.0f;
    for (int k = 0; k < 3 && m->count > 0; ++k)
        most = larger(most, fabsf((&m->normal.x)[k] - (&oracle->normal.x)[k]));
    for (uint32_t i = 0; i < m->count; ++i)
        for (int k = 0; k < 4; ++k)
            most = larger(most, fabsf((&m->point[i].x)[k] - (&oracle->point[i].x)[k]));
    return most;
}
