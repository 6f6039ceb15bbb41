#include "narrow_hull.h"
#include "constants.h"
#include "ahead.h"
#include "narrow_reduce.h"
#include "quaternion.h"

#include <math.h>

// A box as a hull. Corners: a bit for each axis, set on its positive side. Faces: twice the axis, 1 more on the
// positive side. Edges: four along each axis, first bit the side of the next axis, second bit of the one after.
static hull_data box_hull(mas_vec4 half)
{
    hull_data h    = { .corners = 8, .faces = 6, .edges = 12 };
    const float* e = &half.x;
    for (uint32_t i = 0; i < 8; ++i)
        h.corner[i] = (mas_vec4){ i & 1 ? e[0] : -e[0], i & 2 ? e[1] : -e[1], i & 4 ? e[2] : -e[2], 0.0f };
    for (uint32_t axis = 0; axis < 3; ++axis)
    {
        const uint32_t next = (axis + 1) % 3, last = (axis + 2) % 3;
        for (uint32_t side = 0; side < 2; ++side)
        {
            const uint32_t f     = 2 * axis + side;
            (&h.face[f].x)[axis] = side ? 1.0f : -1.0f;
            h.face[f].w          = e[axis];
            h.range[f]           = 4 * f | 4 << 16;
            // Round in (next, last) above, the other way below.
            static const uint32_t one[] = { 0, 1, 1, 0 }, two[] = { 0, 0, 1, 1 };
            for (uint32_t i = 0; i < 4; ++i)
                h.loop[f] |= (side << axis | (side ? one : two)[i] << next | (side ? two : one)[i] << last) << 8 * i;
        }
        for (uint32_t k = 0; k < 4; ++k)
        {
            const uint32_t a = k & 1, b = k >> 1, from = a << next | b << last, fa = 2 * next + a, fb = 2 * last + b;
            // Left comes before right, turning about the edge's direction: next x last is the axis itself.
            h.edge[4 * axis + k] =
                from | (from | 1u << axis) << 8 | (a == b ? fa : fb) << 16 | (a == b ? fb : fa) << 24;
        }
    }
    return h;
}

static hull_data shape_of(const oracle_colliders* c, uint32_t slot)
{
    const collider_data* d = &c->data[slot];
    return (d->kind & COLLIDER_KIND_MASK) == COLLIDER_BOX ? box_hull(d->size) : c->hull[d->hull];
}

static oracle_vec3 corner(const hull_data* h, uint32_t i)
{
    return vec_of(h->corner[i]);
}

static oracle_vec3 normal(const hull_data* h, uint32_t f)
{
    return vec_of(h->face[f]);
}

static uint32_t face_corners(const hull_data* h, uint32_t f)
{
    return h->range[f] >> 16;
}

static oracle_vec3 face_corner(const hull_data* h, uint32_t f, uint32_t i)
{
    const uint32_t at = (h->range[f] & 0xFFFF) + i;
    return corner(h, h->loop[at / 4] >> 8 * (at % 4) & 255);
}

typedef struct edge
{
    oracle_vec3 from, along, left, right;
} edge;

static edge edge_of(const hull_data* h, uint32_t e)
{
    const uint32_t word    = h->edge[e];
    const oracle_vec3 from = corner(h, word & 255);
    return (edge){ from, vec_sub(corner(h, word >> 8 & 255), from), normal(h, word >> 16 & 255),
                   normal(h, word >> 24) };
}

// b's edge in a's axes.
static edge seen(const oracle_view* s, edge e)
{
    const oracle_vec3 centre = { s->t[0], s->t[1], s->t[2] };
    return (edge){ vec_add(centre, oracle_to_own(s, e.from)), oracle_flush3(oracle_to_own(s, e.along)),
                   oracle_to_own(s, e.left), oracle_to_own(s, e.right) };
}

static float lowest(const hull_data* h, oracle_vec3 dir)
{
    float least = OWN_NARROW_NONE;
    for (uint32_t i = 0; i < h->corners; ++i)
        least = fminf(least, oracle_dot3(corner(h, i), dir));
    return least;
}

// ---- What parts them ----

typedef struct way
{
    float separation;
    uint32_t which;
    oracle_vec3 normal; // unit, from a to b, a's axes
} way;

// 1 or -1: along that sign of the product of the edges they bound the Minkowski difference; 0: they do not.
static int crossing(edge a, edge b)
{
    const float left_a  = oracle_flush(oracle_dot3(a.left, b.along)),
                left_b  = oracle_flush(oracle_dot3(b.left, a.along));
    const float right_a = oracle_flush(oracle_dot3(a.right, b.along));
    const float right_b = oracle_flush(oracle_dot3(b.right, a.along));
    if (left_a > 0.0f && right_a < 0.0f && left_b > 0.0f && right_b < 0.0f) return 1;
    if (left_a < 0.0f && right_a > 0.0f && left_b < 0.0f && right_b > 0.0f) return -1;
    return 0;
}

// Who finds an axis that parts them beyond the margin looks no further.
static way best_edges(const hull_data* a, const hull_data* b, const oracle_view* s, float margin)
{
    way best = { .separation = -OWN_NARROW_NONE };
    for (uint32_t j = 0; j < b->edges && best.separation <= margin; ++j)
        for (uint32_t i = 0; i < a->edges; ++i)
        {
            const edge ea = edge_of(a, i), eb = seen(s, edge_of(b, j));
            const int sign = crossing(ea, eb);
            if (sign == 0) continue;
            const oracle_vec3 axis = oracle_cross(ea.along, eb.along);
            const float squared    = oracle_dot3(axis, axis);
            if (!(squared > OWN_NARROW_PARALLEL * (oracle_dot3(ea.along, ea.along) * oracle_dot3(eb.along, eb.along))))
                continue;
            const float apart = oracle_dot3(axis, vec_sub(eb.from, ea.from)) * oracle_rsqrt(squared);
            if ((float)sign * apart > best.separation)
                best = (way){ (float)sign * apart, i | j << 8,
                              vec_scale(vec_scale(axis, oracle_rsqrt(squared)), (float)sign) };
        }
    return best;
}

static way best_face(const hull_data* a, const hull_data* b, const oracle_view* s, float margin, bool of_b)
{
    const oracle_vec3 t = { s->t[0], s->t[1], s->t[2] };
    way best            = { .separation = -OWN_NARROW_NONE };
    for (uint32_t f = 0; f < (of_b ? b : a)->faces && best.separation <= margin; ++f)
    {
        const hull_data* h  = of_b ? b : a;
        const oracle_vec3 n = of_b ? oracle_to_own(s, normal(h, f)) : normal(h, f);
        const float apart   = of_b ? (lowest(a, n) - oracle_dot3(n, t)) - h->face[f].w
                                   : (oracle_dot3(n, t) - h->face[f].w) + lowest(b, oracle_to_other(s, n));
        if (apart > best.separation) best = (way){ apart, f, of_b ? vec_negate(n) : n };
    }
    return best;
}

// ---- Edge with edge ----

static void meet_edges(const oracle_colliders* c, collider_pair p, const hull_data* a, const hull_data* b,
                       const oracle_view* s, float margin, uint32_t which, manifold* m)
{
    const mas_vec4 turn = c->pose[p.a].rotation;
    const edge ea = edge_of(a, which & 255), eb = seen(s, edge_of(b, which >> 8));
    const oracle_vec3 ua = oracle_normalize3(ea.along), ub = oracle_normalize3(eb.along), axis = oracle_cross(ua, ub);
    const float sine2 = oracle_dot3(axis, axis), sign = oracle_dot3(ea.left, eb.along) > 0.0f ? 1.0f : -1.0f;
    const oracle_vec3 n   = vec_scale(vec_scale(axis, oracle_rsqrt(sine2)), sign);
    oracle_vec3 on_a      = vec_add(ea.from, vec_scale(ea.along, 0.5f));
    oracle_vec3 on_b      = vec_add(eb.from, vec_scale(eb.along, 0.5f));
    const oracle_vec3 r   = vec_sub(on_b, on_a);
    const float apart     = oracle_dot3(n, r);
    const oracle_vec2 x   = oracle_closest(oracle_dot3(r, ua), oracle_dot3(r, ub), oracle_dot3(ua, ub), sine2,
                                           0.5f * oracle_length3(ea.along), 0.5f * oracle_length3(eb.along));
    on_a                  = vec_add(on_a, vec_scale(ua, x.x));
    on_b                  = vec_add(on_b, vec_scale(ub, x.y));
    const oracle_vec3 gap = vec_sub(on_b, on_a);
    if (apart > 0.0f && oracle_dot3(gap, gap) > margin * margin) return;
    const oracle_vec3 dir = oracle_quaternion_rotate(turn, n);
    const oracle_vec3 at  = oracle_quaternion_rotate(turn, vec_scale(vec_add(on_a, on_b), 0.5f));
    m->normal             = oracle_flush4((mas_vec4){ dir.x, dir.y, dir.z, 0.0f });
    m->point[0]           = oracle_flush4((mas_vec4){ at.x, at.y, at.z, apart });
    m->feature.x          = NARROW_EDGE_ID | which;
    m->count              = 1;
    if (apart <= 0.0f) m->flags |= MANIFOLD_TOUCHES;
}

// ---- Face with face ----

typedef struct plane
{
    oracle_vec3 u, w, n, origin;
} plane;

static oracle_point in_plane(const plane* p, oracle_vec3 x)
{
    return (oracle_point){ oracle_dot3(p->u, x) - p->origin.x, oracle_dot3(p->w, x) - p->origin.y,
                           oracle_dot3(p->n, x) - p->origin.z, 0 };
}

static float outside(oracle_point from, oracle_point to, oracle_point x)
{
    const float eu = to.u - from.u, ew = to.w - from.w;
    return (ew * (x.u - from.u) - eu * (x.w - from.w)) * oracle_rsqrt(eu * eu + ew * ew);
}

typedef struct polygon
{
    oracle_point corner[HULL_MAX_CORNERS];
    uint32_t n;
} polygon;

static polygon polygon_of(const hull_data* h, uint32_t face, const plane* p)
{
    polygon out = { .n = face_corners(h, face) };
    for (uint32_t i = 0; i < out.n; ++i)
        out.corner[i] = in_plane(p, face_corner(h, face, i));
    return out;
}

static oracle_point between(oracle_point p, oracle_point q, float t, uint32_t id)
{
    return (oracle_point){ p.u + t * (q.u - p.u), p.w + t * (q.w - p.w), p.d + t * (q.d - p.d), id };
}

// What the reference face leaves of the edge that ends in corner i of the incident one.
static uint32_t clip_edge(const polygon* r, const polygon* in, uint32_t i, float grow, uint32_t id, oracle_point* out)
{
    const oracle_point p = in->corner[(i + in->n - 1) % in->n], q = in->corner[i];
    float from = 0.0f, to = 1.0f;
    uint32_t in_by = 0, out_by = 0, n = 0;
    for (uint32_t k = 0; k < r->n; ++k)
    {
        const oracle_point side = r->corner[(k + r->n - 1) % r->n];
        const float a = outside(side, r->corner[k], p) - grow, b = outside(side, r->corner[k], q) - grow;
        const float cut = a * oracle_reciprocal(a - b);
        if (a > 0.0f && b > 0.0f) return 0;
        if (a > 0.0f && cut > from) from = cut, in_by = k + 1;
        if (b > 0.0f && cut < to) to = cut, out_by = k + 1;
    }
    if (!(from < to)) return 0;
    out[n++] = between(p, q, from, id | i << 6 | in_by << 11);
    if (to < 1.0f) out[n++] = between(p, q, to, id | i << 6 | out_by << 11 | NARROW_END_ID);
    return n;
}

static bool holds(const polygon* in, oracle_point x, float grow)
{
    for (uint32_t k = 0; k < in->n; ++k) // seen from the reference face it goes round clockwise
        if (!(outside(in->corner[k], in->corner[(k + in->n - 1) % in->n], x) < -(OWN_NARROW_INSIDE * grow)))
            return false;
    return true;
}

// The lowest corner of the incident shape, and of the faces around it the one turned most against n.
static uint32_t find_incident(const hull_data* h, oracle_vec3 n, float bias, uint32_t* face)
{
    uint32_t least = 0;
    float low = OWN_NARROW_NONE, most = 2.0f;
    for (uint32_t i = 0; i < h->corners; ++i)
    {
        const float height = oracle_dot3(n, corner(h, i));
        if (height < low - bias) low = height, least = i;
    }
    *face = 0;
    for (uint32_t e = 0; e < h->edges; ++e)
    {
        const uint32_t word = h->edge[e];
        for (uint32_t side = 0; side < 2 && ((word & 255) == least || (word >> 8 & 255) == least); ++side)
        {
            const uint32_t f   = word >> (16 + 8 * side) & 255;
            const float facing = oracle_dot3(n, normal(h, f));
            if (facing < most - OWN_NARROW_TILT) most = facing, *face = f;
        }
    }
    return least;
}

static void meet_face(const oracle_colliders* c, collider_pair p, oracle_vec3 offset, float margin, uint32_t face,
                      bool swapped, manifold* m)
{
    const uint32_t slot_r = swapped ? p.b : p.a, slot_i = swapped ? p.a : p.b;
    const hull_data reference = shape_of(c, slot_r), incident = shape_of(c, slot_i);
    const mas_vec4 turn = c->pose[slot_r].rotation;
    const oracle_vec3 d = swapped ? vec_negate(offset) : offset;
    const oracle_view s = oracle_see(turn, c->pose[slot_i].rotation, d);
    const float scale = oracle_narrow_scale(c->data[slot_r].size, c->data[slot_i].size), grow = OWN_NARROW_GROW * scale;
    const oracle_vec3 n = normal(&reference, face), t = { s.t[0], s.t[1], s.t[2] };
    const float level = reference.face[face].w;
    const oracle_vec3 u =
        oracle_normalize3(vec_sub(face_corner(&reference, face, 1), face_corner(&reference, face, 0)));
    const oracle_vec3 w  = oracle_cross(n, u);
    const plane own      = { u, w, n, { 0.0f, 0.0f, level } };
    const oracle_point o = in_plane(&own, t);
    const plane other    = {
           oracle_to_other(&s, u), oracle_to_other(&s, w), oracle_to_other(&s, n), { -o.u, -o.w, -o.d }
    };

    uint32_t other_face;
    const uint32_t least     = find_incident(&incident, other.n, OWN_NARROW_DEEPER * scale, &other_face);
    const oracle_vec3 ni     = normal(&incident, other_face);
    const oracle_vec3 facing = { oracle_dot3(other.u, ni), oracle_dot3(other.w, ni), oracle_dot3(other.n, ni) };
    const float height       = incident.face[other_face].w - oracle_dot3(facing, other.origin);
    const polygon r = polygon_of(&reference, face, &own), in = polygon_of(&incident, other_face, &other);
    const uint32_t id = NARROW_FACE_ID | face | other_face << 19 | (swapped ? NARROW_SWAPPED_ID : 0);
    oracle_point candidate[3 * HULL_MAX_CORNERS], chosen[4];
    uint32_t candidates = 0;
    for (uint32_t i = 0; i < in.n; ++i)
        candidates += clip_edge(&r, &in, i, grow, id, &candidate[candidates]);
    for (uint32_t i = 0; i < r.n; ++i)
    {
        const oracle_point x = r.corner[i];
        if (!holds(&in, x, grow) || !(facing.z < -OWN_NARROW_TILT)) continue;
        const float above       = (height - (facing.x * x.u + facing.y * x.w)) * oracle_reciprocal(facing.z);
        candidate[candidates++] = (oracle_point){ x.u, x.w, above, id | i << 6 | NARROW_CORNER_ID };
    }
    float deepest          = 0.0f;
    uint32_t count         = oracle_reduce(candidate, candidates, margin, scale, chosen, &deepest);
    const oracle_point low = in_plane(&other, corner(&incident, least));
    if (oracle_is_lost(deepest, count, low.d, scale))
    {
        chosen[0]    = low;
        chosen[0].id = id | least << 6 | NARROW_LOWEST_ID;
        count        = 1;
    }
    if (count == 0) return;
    const oracle_vec3 out_n = oracle_quaternion_rotate(turn, n), zero = { 0.0f, 0.0f, 0.0f };
    const oracle_vec3 dir    = swapped ? vec_negate(out_n) : out_n;
    const oracle_vec3 origin = vec_add(swapped ? vec_negate(d) : zero, vec_scale(out_n, level));
    m->normal                = oracle_flush4((mas_vec4){ dir.x, dir.y, dir.z, 0.0f });
    oracle_write_points(
        m, chosen, count,
        &(oracle_axes){ origin, oracle_quaternion_rotate(turn, u), oracle_quaternion_rotate(turn, w), out_n });
}

typedef struct look // at two where they are
{
    way of_a, of_b, edges, most;
} look;

static look look_at(const hull_data* a, const hull_data* b, const oracle_view* s, float margin)
{
    const way none = { .separation = -OWN_NARROW_NONE };
    look l         = { best_face(a, b, s, margin, false), none, none, none };
    l.most         = l.of_a;
    if (l.most.separation <= margin) l.of_b = best_face(a, b, s, margin, true);
    if (l.of_b.separation > l.most.separation) l.most = l.of_b;
    if (l.most.separation <= margin) l.edges = best_edges(a, b, s, margin);
    if (l.edges.separation > l.most.separation) l.most = l.edges;
    return l;
}

manifold oracle_narrow_hull(const oracle_colliders* c, collider_pair p)
{
    const hull_data a = shape_of(c, p.a), b = shape_of(c, p.b);
    const mas_vec4 turn      = c->pose[p.a].rotation;
    const oracle_ahead ahead = oracle_ahead_of(c, p);
    const oracle_vec3 going  = oracle_flush3(oracle_quaternion_rotate_inverse(turn, ahead.way));
    const float scale        = oracle_narrow_scale(c->data[p.a].size, c->data[p.b].size);
    oracle_vec3 d;
    oracle_view s;
    look l;
    float at = 0.0f, next = 0.0f, first = 0.0f;
    for (uint32_t round = 0; round < OWN_AHEAD_ROUNDS; ++round)
    {
        at   = next;
        d    = oracle_offset_at(c, p, at);
        s    = oracle_see(turn, c->pose[p.b].rotation, d);
        l    = look_at(&a, &b, &s, ahead.margin);
        next = oracle_ahead_next(&ahead, at, l.most.separation, -oracle_dot3(l.most.normal, going));
        if (round == 0) first = l.most.separation;
        if (next == at) break;
    }
    const bool swapped = l.of_b.separation > l.of_a.separation + OWN_NARROW_FACE_BIAS * scale;
    const way face     = swapped ? l.of_b : l.of_a;
    manifold m         = oracle_empty_manifold(c, p);
    if (l.most.separation > ahead.margin) return m;
    if (l.edges.separation > face.separation + OWN_NARROW_EDGE_BIAS * scale)
        meet_edges(c, p, &a, &b, &s, ahead.margin, l.edges.which, &m);
    else
        meet_face(c, p, d, ahead.margin, face.which, swapped, &m);
    if (m.count > 0) m.normal.w = first <= 0.0f && at > 0.0f ? -at : at; // negative: they touch now
    return m;
}
