// A convex shape holds back a particle that comes through its surface, on the side where that happens. Flat shapes are
// intersections of half spaces: a way is inside from the last one that it enters to the first that it leaves. Round
// shapes are met where the way comes as near to the core as the radius. A particle that is inside from the start goes
// out by the shortest way from there.
#include "liquid_wall.h"
#include "collider.h"
#include "vec.h"

static const float NEVER   = 2.0f;  // later than the end of the way
static const float SLACK   = 1e-5f; // ways past an edge that count as hits
static const float TOUCHES = 2e-5f; // nearer than this share of the coordinates no direction can be trusted

static bool meets(float enter, float leave)
{
    return enter <= leave + SLACK && leave >= 0.0f && enter <= 1.0f;
}

static mas_vec4 wall_of(oracle_vec3 n, float gap)
{
    return (mas_vec4){ n.x, n.y, n.z, gap };
}

static mas_vec4 box_wall(mas_vec4 half, oracle_vec3 a, oracle_vec3 b)
{
    const float size[3] = { half.x, half.y, half.z }, from[3] = { a.x, a.y, a.z }, to[3] = { b.x, b.y, b.z };
    float enter = -3e38f, leave = 3e38f, least = -3e38f;
    int entered = 0, nearest = 0;
    for (int k = 0; k < 3; ++k)
    {
        const float per_m = oracle_reciprocal(to[k] - from[k]);
        const float low = (-size[k] - from[k]) * per_m, high = (size[k] - from[k]) * per_m;
        const float out = magnitude_of(from[k]) - size[k];
        if (smaller_of(low, high) > enter) enter = smaller_of(low, high), entered = k;
        leave = smaller_of(leave, larger_of(low, high));
        if (out > least) least = out, nearest = k;
    }
    oracle_vec3 n;
    if (least > 0.0f && !meets(enter, leave))
    {
        const float distance = oracle_shape_distance(COLLIDER_BOX, half, b, &n);
        return wall_of(n, distance);
    }
    const int k      = least > 0.0f ? entered : nearest;
    const float side = from[k] < 0.0f ? -1.0f : 1.0f;
    n                = (oracle_vec3){ k == 0 ? side : 0.0f, k == 1 ? side : 0.0f, k == 2 ? side : 0.0f };
    return wall_of(n, side * to[k] - size[k]);
}

// How much of the way from a passes before it is within the radius of the origin.
static float when_near(float radius, oracle_vec3 a, oracle_vec3 way)
{
    const float squared = oracle_dot3(way, way), along = oracle_dot3(a, way);
    if (oracle_bits(squared) < 0x0D800000u || !(along < 0.0f)) return NEVER;
    const float inverse       = oracle_reciprocal(squared);
    const float middle        = -along * inverse;
    const oracle_vec3 nearest = vec_add(a, vec_scale(way, middle));
    const float chord         = (radius * radius - oracle_dot3(nearest, nearest)) * inverse;
    if (chord < 0.0f) return NEVER;
    const float half = oracle_bits(chord) < 0x0D800000u ? 0.0f : chord * oracle_rsqrt(chord);
    return larger_of(middle - half, 0.0f);
}

static oracle_vec3 core_of(float end, oracle_vec3 p)
{
    return (oracle_vec3){ 0.0f, oracle_clamp(p.y, -end, end), 0.0f };
}

static mas_vec4 round_wall(float radius, float end, oracle_vec3 a, oracle_vec3 b)
{
    const oracle_vec3 way = vec_sub(b, a), out = vec_sub(a, core_of(end, a));
    oracle_vec3 at = b;
    if (oracle_dot3(out, out) < radius * radius)
        at = a;
    else
    {
        float when = smaller_of(when_near(radius, (oracle_vec3){ a.x, a.y - end, a.z }, way),
                                when_near(radius, (oracle_vec3){ a.x, a.y + end, a.z }, way));
        if (end > 0.0f)
        {
            const float side = when_near(radius, (oracle_vec3){ a.x, 0.0f, a.z }, (oracle_vec3){ way.x, 0.0f, way.z });
            if (magnitude_of(a.y + way.y * side) <= end) when = smaller_of(when, side);
        }
        if (when <= 1.0f) at = vec_add(a, vec_scale(way, when));
    }
    const oracle_vec3 core = core_of(end, at), apart = vec_sub(at, core);
    const float squared = oracle_dot3(apart, apart);
    oracle_vec3 n       = vec_scale(apart, oracle_rsqrt(squared));
    if (oracle_bits(squared) < 0x0D800000u)
        n = end > 0.0f ? (oracle_vec3){ 1.0f, 0.0f, 0.0f } : (oracle_vec3){ 0.0f, 1.0f, 0.0f };
    return wall_of(n, oracle_dot3(n, vec_sub(b, core)) - radius);
}

static oracle_vec3 corner(const hull_data* h, uint32_t number)
{
    return vec_of(h->corner[number]);
}

static bool is_over(const hull_data* h, uint32_t face, oracle_vec3 p)
{
    const uint32_t first = h->range[face] & 0xFFFF, count = h->range[face] >> 16;
    for (uint32_t k = 0; k < count; ++k)
    {
        const uint32_t i = first + (k + count - 1) % count, j = first + k;
        const oracle_vec3 from = corner(h, h->loop[i / 4] >> i % 4 * 8 & 255);
        const oracle_vec3 to   = corner(h, h->loop[j / 4] >> j % 4 * 8 & 255);
        const oracle_vec3 side = oracle_cross(vec_sub(to, from), vec_of(h->face[face]));
        if (oracle_dot3(side, vec_sub(p, from)) > 0.0f) return false;
    }
    return true;
}

static oracle_vec3 from_edges(const hull_data* h, oracle_vec3 p)
{
    oracle_vec3 best = { 0.0f, 0.0f, 0.0f };
    float least      = 3e38f;
    for (uint32_t k = 0; k < h->edges; ++k)
    {
        const oracle_vec3 from = corner(h, h->edge[k] & 255), v = vec_sub(corner(h, h->edge[k] >> 8 & 255), from);
        const oracle_vec3 d     = vec_sub(p, from);
        const float at          = oracle_dot3(d, v) * oracle_reciprocal(oracle_dot3(v, v));
        const oracle_vec3 apart = vec_sub(d, vec_scale(v, oracle_clamp(at, 0.0f, 1.0f)));
        const float squared     = oracle_dot3(apart, apart);
        if (squared < least) best = apart, least = squared;
    }
    return best;
}

static mas_vec4 hull_wall(const hull_data* h, float reach, oracle_vec3 a, oracle_vec3 b)
{
    float enter = -3e38f, leave = 3e38f, out_a = -3e38f, out_b = -3e38f;
    uint32_t entered = 0, of_a = 0, of_b = 0;
    if (h->faces == 0) return (mas_vec4){ 0.0f, 1.0f, 0.0f, reach }; // nothing there
    for (uint32_t k = 0; k < h->faces; ++k)
    {
        const float from = oracle_dot3(vec_of(h->face[k]), a) - h->face[k].w;
        const float to   = oracle_dot3(vec_of(h->face[k]), b) - h->face[k].w;
        const float when = from * oracle_reciprocal(from - to);
        if (from - to < 0.0f) leave = smaller_of(leave, when);
        if (from - to >= 0.0f && when > enter) enter = when, entered = k;
        if (from > out_a) out_a = from, of_a = k;
        if (to > out_b) out_b = to, of_b = k;
    }
    const bool inside = out_a <= 0.0f, held = inside || meets(enter, leave);
    const uint32_t face = inside ? of_a : held ? entered : of_b;
    const oracle_vec3 n = vec_of(h->face[face]);
    const mas_vec4 flat = wall_of(n, oracle_dot3(n, b) - h->face[face].w);
    if (held || flat.w <= 0.0f || flat.w >= reach || is_over(h, face, b)) return flat;
    const oracle_vec3 apart = from_edges(h, b);
    const float squared = oracle_dot3(apart, apart), inverse = oracle_rsqrt(squared);
    const float span = magnitude_of(b.x) + magnitude_of(b.y) + magnitude_of(b.z);
    return squared * inverse <= TOUCHES * span ? flat : wall_of(vec_scale(apart, inverse), squared * inverse);
}

mas_vec4 oracle_solid_wall(uint32_t kind, mas_vec4 size, const hull_data* h, float reach, oracle_vec3 a, oracle_vec3 b)
{
    switch (kind)
    {
    case COLLIDER_PLANE: return (mas_vec4){ 0.0f, 1.0f, 0.0f, b.y };
    case COLLIDER_BOX: return box_wall(size, a, b);
    case COLLIDER_SPHERE: return round_wall(size.x, 0.0f, a, b);
    case COLLIDER_CAPSULE: return round_wall(size.x, size.y, a, b);
    default: return hull_wall(h, reach, a, b);
    }
}
