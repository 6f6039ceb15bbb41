#include "narrow_box.h"
#include "constants.h"
#include "ahead.h"
#include "narrow_reduce.h"
#include "quaternion.h"

#include <math.h>

static float extent(mas_vec4 half, uint32_t axis)
{
    return (&half.x)[axis];
}

typedef struct best_axis
{
    float separation;
    uint32_t axis;
} best_axis;

static void compete(best_axis* best, float separation, uint32_t axis)
{
    if (separation > best->separation) *best = (best_axis){ separation, axis };
}

static best_axis faces_of_a(const oracle_view* s, mas_vec4 a, mas_vec4 b)
{
    best_axis best = { -OWN_NARROW_NONE, 0 };
    for (uint32_t i = 0; i < 3; ++i)
    {
        const float reach = (b.x * fabsf(s->r[i][0]) + b.y * fabsf(s->r[i][1])) + b.z * fabsf(s->r[i][2]);
        compete(&best, fabsf(s->t[i]) - (extent(a, i) + reach), i);
    }
    return best;
}

static best_axis faces_of_b(const oracle_view* s, mas_vec4 a, mas_vec4 b)
{
    best_axis best = { -OWN_NARROW_NONE, 0 };
    for (uint32_t j = 0; j < 3; ++j)
    {
        const float reach = (a.x * fabsf(s->r[0][j]) + a.y * fabsf(s->r[1][j])) + a.z * fabsf(s->r[2][j]);
        const float along = (s->r[0][j] * s->t[0] + s->r[1][j] * s->t[1]) + s->r[2][j] * s->t[2];
        compete(&best, fabsf(along) - (extent(b, j) + reach), 3 + j);
    }
    return best;
}

static best_axis edges(const oracle_view* s, mas_vec4 a, mas_vec4 b)
{
    best_axis best = { -OWN_NARROW_NONE, 0 };
    for (uint32_t i = 0; i < 3; ++i)
        for (uint32_t j = 0; j < 3; ++j)
        {
            const uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const float c1 = s->r[i1][j], c2 = s->r[i2][j], squared = c1 * c1 + c2 * c2;
            if (squared < OWN_NARROW_PARALLEL) continue;
            const float reach_a = extent(a, i1) * fabsf(c2) + extent(a, i2) * fabsf(c1);
            const float reach_b = extent(b, j1) * fabsf(s->r[i][j2]) + extent(b, j2) * fabsf(s->r[i][j1]);
            const float apart   = fabsf(s->t[i2] * c1 - s->t[i1] * c2) - (reach_a + reach_b);
            compete(&best, apart * oracle_rsqrt(squared), 3 * i + j);
        }
    return best;
}

// Do the edges' product and the face's normal nearly agree, both from a to b? Squares only.
static bool nearly_flat(const oracle_view* s, uint32_t edges, uint32_t face)
{
    const uint32_t i = edges / 3, j = edges % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const float y = s->r[i1][j], z = s->r[i2][j];
    float n[3];
    n[i]                      = 0.0f;
    n[i1]                     = -z;
    n[i2]                     = y;
    const oracle_vec3 product = { n[0], n[1], n[2] }, t = { s->t[0], s->t[1], s->t[2] };
    const oracle_vec3 by_b = oracle_to_other(s, product), t_by_b = oracle_to_other(s, t);
    const float part   = face < 3 ? n[face] : (&by_b.x)[face - 3];
    const float way    = face < 3 ? s->t[face] : (&t_by_b.x)[face - 3];
    const bool against = oracle_dot3(product, t) < 0.0f;
    return ((part < 0.0f) != against) == (way < 0.0f) && part * part > OWN_NARROW_NEARLY_FLAT * (y * y + z * z);
}

// ---- Edge with edge ----

static void meet_edges(const oracle_colliders* c, collider_pair p, const oracle_view* s, float margin, uint32_t axis,
                       manifold* m)
{
    const mas_vec4 ha = c->data[p.a].size, hb = c->data[p.b].size, turn = c->pose[p.a].rotation;
    const uint32_t i = axis / 3, j = axis % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    // All in a's axes with i first; columns are b's axes with j first.
    const uint32_t order[3] = { i, i1, i2 }, columns[3] = { j, j1, j2 };
    oracle_vec3 b[3], t                                 = { s->t[i], s->t[i1], s->t[i2] };
    for (int k = 0; k < 3; ++k)
        b[k] = (oracle_vec3){ s->r[i][columns[k]], s->r[i1][columns[k]], s->r[i2][columns[k]] };
    const float sine2 = b[0].y * b[0].y + b[0].z * b[0].z, unit = oracle_rsqrt(sine2);
    oracle_vec3 n = { 0.0f, -b[0].z * unit, b[0].y * unit };
    if (oracle_dot3(n, t) < 0.0f) n = vec_negate(n);
    const bool up[4]    = { n.y > 0.0f, n.z > 0.0f, oracle_dot3(n, b[1]) < 0.0f, oracle_dot3(n, b[2]) < 0.0f };
    const float half[4] = { extent(ha, i1), extent(ha, i2), extent(hb, j1), extent(hb, j2) };
    float reach[4];
    uint32_t signs = 0;
    for (int k = 0; k < 4; ++k)
    {
        reach[k] = up[k] ? half[k] : -half[k];
        signs |= (uint32_t)up[k] << k;
    }
    oracle_vec3 on_a        = { 0.0f, reach[0], reach[1] };
    oracle_vec3 on_b        = vec_add(vec_add(t, vec_scale(b[1], reach[2])), vec_scale(b[2], reach[3]));
    const oracle_vec3 r     = vec_sub(on_b, on_a);
    const float apart       = oracle_dot3(n, r);
    const oracle_vec2 along = oracle_closest(r.x, oracle_dot3(r, b[0]), b[0].x, sine2, extent(ha, i), extent(hb, j));
    on_a.x                  = along.x;
    on_b                    = vec_add(on_b, vec_scale(b[0], along.y));
    const oracle_vec3 gap   = vec_sub(on_b, on_a);
    if (apart > 0.0f && oracle_dot3(gap, gap) > margin * margin) return;

    const oracle_vec3 sum = vec_add(on_a, on_b);
    const float middle[3] = { 0.5f * sum.x, 0.5f * sum.y, 0.5f * sum.z }, normal[3] = { n.x, n.y, n.z };
    float x[3], y[3];
    for (int k = 0; k < 3; ++k)
        x[order[k]] = middle[k], y[order[k]] = normal[k];
    const oracle_vec3 at  = oracle_quaternion_rotate(turn, (oracle_vec3){ x[0], x[1], x[2] });
    const oracle_vec3 dir = oracle_quaternion_rotate(turn, (oracle_vec3){ y[0], y[1], y[2] });
    m->normal             = oracle_flush4((mas_vec4){ dir.x, dir.y, dir.z, 0.0f });
    m->point[0]           = oracle_flush4((mas_vec4){ at.x, at.y, at.z, apart });
    m->feature.x          = NARROW_EDGE_ID | axis << 4 | signs;
    m->count              = 1;
    if (apart <= 0.0f) m->flags |= MANIFOLD_TOUCHES;
}

// ---- Face with face ----

typedef struct part // of an edge inside one pair of sides
{
    float from, to;
} part;

static part clip(float middle, float dir, float inverse, float limit, float flat_below)
{
    if (fabsf(dir) < flat_below) return fabsf(middle) > limit ? (part){ 2.0f, -2.0f } : (part){ -2.0f, 2.0f };
    const float one = (-limit - middle) * inverse, two = (limit - middle) * inverse;
    return one < two ? (part){ one, two } : (part){ two, one };
}

// What an incident edge leaves inside the reference face: its beginning in first, its end in last if it was cut off.
static void clip_edge(oracle_point mid, oracle_point dir, float inv_u, float inv_w, const float limit[2], float scale,
                      uint32_t id, oracle_point* first, oracle_point* last)
{
    const part u     = clip(mid.u, dir.u, inv_u, limit[0], OWN_NARROW_FLAT * scale);
    const part w     = clip(mid.w, dir.w, inv_w, limit[1], OWN_NARROW_FLAT * scale);
    const float from = fmaxf(fmaxf(u.from, w.from), -1.0f), to = fminf(fminf(u.to, w.to), 1.0f);
    first->d = last->d = OWN_NARROW_NONE;
    if (!(from < to)) return;
    *first = (oracle_point){ mid.u + from * dir.u, mid.w + from * dir.w, mid.d + from * dir.d, id };
    *last  = (oracle_point){ mid.u + to * dir.u, mid.w + to * dir.w, OWN_NARROW_NONE, id + 4 };
    // Sides: 1 and 2 across u, lower first; 3 and 4 across w.
    const uint32_t in_u = dir.u > 0.0f ? 1 : 2, in_w = dir.w > 0.0f ? 3 : 4;
    if (from > -1.0f) first->id |= (w.from > u.from ? in_w : in_u) << 4;
    if (to < 1.0f) last->d = mid.d + to * dir.d;
    last->id |= (w.to < u.to ? 7 - in_w : 3 - in_u) << 4;
}

// Seen along the normal of two edges, i of the reference and j of the incident box, the points are deeper or less so by
// as much as makes the deepest one the boxes' overlap along it.
static void lean(manifold* m, const oracle_view* s, mas_vec4 turn, const mas_vec4 half[2], uint32_t i, uint32_t j,
                 uint32_t face, bool outward)
{
    const uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const float y = s->r[i1][j], z = s->r[i2][j], unit = oracle_rsqrt(y * y + z * z);
    float n[3];
    n[i]                     = 0.0f;
    n[i1]                    = -z * unit;
    n[i2]                    = y * unit;
    const float steep        = fabsf(n[face]);
    const oracle_vec3 normal = { n[0], n[1], n[2] }, other = oracle_to_other(s, normal);
    const oracle_vec3 all    = { fabsf(n[0]), fabsf(n[1]), fabsf(n[2]) };
    const oracle_vec3 others = { fabsf(other.x), fabsf(other.y), fabsf(other.z) }, t = { s->t[0], s->t[1], s->t[2] };
    const float reach = oracle_dot3(vec_of(half[0]), all) + oracle_dot3(vec_of(half[1]), others);
    const float apart = fabsf(oracle_dot3(t, normal)) - reach;
    if (steep < OWN_NARROW_FLAT_ENOUGH)
    {
        const bool turn_round   = (n[face] > 0.0f) != outward;
        const oracle_vec3 world = oracle_quaternion_rotate(turn, turn_round ? vec_negate(normal) : normal);
        m->normal               = oracle_flush4((mas_vec4){ world.x, world.y, world.z, 0.0f });
    }
    float deepest = m->point[0].w;
    for (uint32_t k = 1; k < m->count; ++k)
        deepest = fminf(deepest, m->point[k].w);
    for (uint32_t k = 0; k < m->count; ++k)
        m->point[k].w = oracle_flush((m->point[k].w - deepest) * steep + apart);
    m->flags &= ~(uint32_t)MANIFOLD_TOUCHES;
    if (apart <= 0.0f) m->flags |= MANIFOLD_TOUCHES;
}

// edges: 1 + the axis of two edges whose normal it shall have, or 0.
static void meet_face(const oracle_colliders* c, collider_pair p, oracle_vec3 offset, float margin, uint32_t axis,
                      uint32_t edges, manifold* m)
{
    const bool swapped       = axis >= 3;
    const uint32_t reference = swapped ? p.b : p.a, incident = swapped ? p.a : p.b;
    const uint32_t n = axis % 3, nu = (n + 1) % 3, nw = (n + 2) % 3;
    const mas_vec4 hr = c->data[reference].size, hi = c->data[incident].size, turn = c->pose[reference].rotation;
    const float scale   = oracle_narrow_scale(hr, hi);
    const oracle_vec3 d = swapped ? vec_negate(offset) : offset;
    const oracle_view s = oracle_see(turn, c->pose[incident].rotation, d);
    const bool below    = s.t[n] < 0.0f;
    float facing[3]; // the incident box's axes along the outward normal
    for (int k = 0; k < 3; ++k)
        facing[k] = below ? -s.r[n][k] : s.r[n][k];
    uint32_t j = 0;
    for (uint32_t k = 1; k < 3; ++k)
        if (fabsf(facing[k]) > fabsf(facing[j]) + OWN_NARROW_TILT) j = k;
    const uint32_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const bool away   = facing[j] > 0.0f;
    const float reach = away ? -extent(hi, j) : extent(hi, j), h1 = extent(hi, j1), h2 = extent(hi, j2);
    const float hn = extent(hr, n), hu = extent(hr, nu), hw = extent(hr, nw);
    const oracle_point centre = { s.t[nu] + reach * s.r[nu][j], s.t[nw] + reach * s.r[nw][j],
                                  (fabsf(s.t[n]) - hn) + reach * facing[j], 0 };
    const oracle_point e1     = { h1 * s.r[nu][j1], h1 * s.r[nw][j1], h1 * facing[j1], 0 };
    const oracle_point e2     = { h2 * s.r[nu][j2], h2 * s.r[nw][j2], h2 * facing[j2], 0 };

    const uint32_t faces = NARROW_FACE_ID | axis << 8 | (uint32_t)below << 11 | j << 12 | (uint32_t)away << 14;
    const float grow = OWN_NARROW_GROW * scale, limit[2] = { hu + grow, hw + grow };
    oracle_point candidate[12];
    for (uint32_t k = 0; k < 4; ++k)
    {
        // Around the incident face: below e2 along e1, right of e1 along e2, and back.
        const oracle_point *dir = k % 2 == 0 ? &e1 : &e2, *off = k % 2 == 0 ? &e2 : &e1;
        const float way = k < 2 ? 1.0f : -1.0f, side = k == 0 || k == 3 ? -1.0f : 1.0f;
        const oracle_point mid   = { centre.u + side * off->u, centre.w + side * off->w, centre.d + side * off->d, 0 };
        const oracle_point along = { way * dir->u, way * dir->w, way * dir->d, 0 };
        clip_edge(mid, along, way * oracle_reciprocal(dir->u), way * oracle_reciprocal(dir->w), limit, scale, faces | k,
                  &candidate[k], &candidate[4 + k]);
    }
    const float det = e1.u * e2.w - e1.w * e2.u, unit = oracle_reciprocal(det), room = OWN_NARROW_INSIDE * grow;
    for (uint32_t k = 0; k < 4; ++k)
    {
        const float u = k == 1 || k == 2 ? hu : -hu, w = k < 2 ? -hw : hw, x = u - centre.u, y = w - centre.w;
        const float a = x * e2.w - y * e2.u, b = y * e1.u - x * e1.w;
        const bool inside = fabsf(det) - fabsf(a) > room * (fabsf(e2.u) + fabsf(e2.w)) &&
                            fabsf(det) - fabsf(b) > room * (fabsf(e1.u) + fabsf(e1.w));
        const float depth = centre.d + ((a * unit) * e1.d + (b * unit) * e2.d);
        candidate[8 + k]  = (oracle_point){ u, w, inside ? depth : OWN_NARROW_NONE, faces | (8 + k) };
    }

    oracle_point chosen[4];
    float deepest    = 0.0f;
    uint32_t count   = oracle_reduce(candidate, 12, margin, scale, chosen, &deepest);
    const float way1 = e1.d > 0.0f ? -1.0f : 1.0f, way2 = e2.d > 0.0f ? -1.0f : 1.0f;
    const oracle_point lowest = { (centre.u + way1 * e1.u) + way2 * e2.u, (centre.w + way1 * e1.w) + way2 * e2.w,
                                  (centre.d + way1 * e1.d) + way2 * e2.d, faces | 12 };
    if (edges == 0 && oracle_is_lost(deepest, count, lowest.d, scale))
    {
        chosen[0]   = lowest;
        chosen[0].u = oracle_clamp(lowest.u, -hu, hu);
        chosen[0].w = oracle_clamp(lowest.w, -hw, hw);
        count       = 1;
    }
    if (count == 0) return;
    float axes[3][3] = { { 0.0f } };
    axes[0][n]       = below ? -1.0f : 1.0f;
    axes[1][nu]      = 1.0f;
    axes[2][nw]      = 1.0f;
    oracle_vec3 world[3];
    for (int k = 0; k < 3; ++k)
        world[k] = oracle_quaternion_rotate(turn, (oracle_vec3){ axes[k][0], axes[k][1], axes[k][2] });
    const oracle_vec3 zero = { 0.0f, 0.0f, 0.0f }, from = swapped ? vec_negate(d) : zero;
    const oracle_vec3 normal = swapped ? vec_negate(world[0]) : world[0];
    m->normal                = oracle_flush4((mas_vec4){ normal.x, normal.y, normal.z, 0.0f });
    oracle_write_points(m, chosen, count,
                        &(oracle_axes){ vec_add(from, vec_scale(world[0], hn)), world[1], world[2], world[0] });
    if (edges == 0) return;
    const uint32_t of_a = (edges - 1) / 3, of_b = (edges - 1) % 3;
    lean(m, &s, turn, (const mas_vec4[2]){ hr, hi }, swapped ? of_b : of_a, swapped ? of_a : of_b, n, below == swapped);
}

// By how much the way takes the two together along an axis: a's faces 0 to 2, b's 3 to 5, edges from 6.
static float closing(const oracle_view* s, oracle_vec3 way, uint32_t axis)
{
    const float w[3] = { way.x, way.y, way.z };
    if (axis < 3) return s->t[axis] < 0.0f ? w[axis] : -w[axis];
    if (axis < 6)
    {
        const uint32_t j = axis - 3;
        const float from = (s->r[0][j] * s->t[0] + s->r[1][j] * s->t[1]) + s->r[2][j] * s->t[2];
        const float goes = (s->r[0][j] * w[0] + s->r[1][j] * w[1]) + s->r[2][j] * w[2];
        return from < 0.0f ? goes : -goes;
    }
    const uint32_t i1 = ((axis - 6) / 3 + 1) % 3, i2 = ((axis - 6) / 3 + 2) % 3, j = (axis - 6) % 3;
    const float c1 = s->r[i1][j], c2 = s->r[i2][j];
    const float goes = (w[i2] * c1 - w[i1] * c2) * oracle_rsqrt(c1 * c1 + c2 * c2);
    return s->t[i2] * c1 - s->t[i1] * c2 < 0.0f ? goes : -goes;
}

manifold oracle_narrow_box(const oracle_colliders* c, collider_pair p)
{
    const mas_vec4 a = c->data[p.a].size, b = c->data[p.b].size, turn = c->pose[p.a].rotation;
    const oracle_ahead ahead = oracle_ahead_of(c, p);
    const oracle_vec3 way    = oracle_flush3(oracle_quaternion_rotate_inverse(turn, ahead.way));
    const float scale        = oracle_narrow_scale(a, b);
    best_axis of_a, of_b, edge;
    oracle_vec3 d;
    oracle_view s;
    float at = 0.0f, next = 0.0f, first = 0.0f, most = 0.0f;
    for (uint32_t round = 0; round < OWN_AHEAD_ROUNDS; ++round)
    {
        at                 = next;
        d                  = oracle_offset_at(c, p, at);
        s                  = oracle_see(turn, c->pose[p.b].rotation, d);
        of_a               = faces_of_a(&s, a, b);
        of_b               = faces_of_b(&s, a, b);
        edge               = edges(&s, a, b);
        most               = larger_of(larger_of(of_a.separation, of_b.separation), edge.separation);
        const uint32_t one = most == of_a.separation ? of_a.axis : most == of_b.separation ? of_b.axis : 6 + edge.axis;
        next               = oracle_ahead_next(&ahead, at, most, closing(&s, way, one));
        if (round == 0) first = most;
        if (next == at) break;
    }
    const best_axis face = of_b.separation > of_a.separation + OWN_NARROW_FACE_BIAS * scale ? of_b : of_a;
    manifold m           = oracle_empty_manifold(c, p);
    if (most > ahead.margin) return m;
    const bool edges_win = edge.separation > face.separation + OWN_NARROW_EDGE_BIAS * scale;
    const bool flat      = edges_win && nearly_flat(&s, edge.axis, face.axis);
    if (edges_win && !flat)
        meet_edges(c, p, &s, ahead.margin, edge.axis, &m);
    else
        meet_face(c, p, d, ahead.margin, face.axis, flat ? 1 + edge.axis : 0, &m);
    if (m.count > 0) m.normal.w = first <= 0.0f && at > 0.0f ? -at : at; // negative: they touch now
    return m;
}
