#include "contact_points.h"

typedef struct core // what of the axis is nearest to the box, or least deep in it
{
    oracle_vec3 normal;
    float distance, s;
    uint32_t feature;
} core;

static oracle_vec3 place(const oracle_round* b, float s)
{
    return vec_add(b->centre, vec_scale(b->axis, s));
}

static oracle_vec3 clamp_to(oracle_vec3 p, const float h[3])
{
    return (oracle_vec3){ oracle_clamp(p.x, -h[0], h[0]), oracle_clamp(p.y, -h[1], h[1]),
                          oracle_clamp(p.z, -h[2], h[2]) };
}

// The squared distance falls up to lo and rises from hi on; in between its slope is straight.
static float nearest_place(const oracle_round* b, const float h[3], const float enter[3], const float leave[3])
{
    const float end = b->end;
    float lo = -end, hi = end, at_lo = 0.0f, at_hi = 0.0f;
    const float place_of[8] = {
        -end,
        end,
        oracle_clamp(enter[0], -end, end),
        oracle_clamp(leave[0], -end, end),
        oracle_clamp(enter[1], -end, end),
        oracle_clamp(leave[1], -end, end),
        oracle_clamp(enter[2], -end, end),
        oracle_clamp(leave[2], -end, end),
    };
    for (uint32_t k = 0; k < 8; ++k)
    {
        const float s       = place_of[k];
        const oracle_vec3 p = place(b, s);
        const float slope   = oracle_dot3(b->axis, vec_sub(p, clamp_to(p, h)));
        const bool falls = slope <= 0.0f && s >= lo, rises = slope >= 0.0f && s <= hi;
        if (falls) lo = s, at_lo = slope;
        if (rises) hi = s, at_hi = slope;
    }
    const float rise  = at_hi - at_lo;
    const bool level  = !(rise > 0.0f) || oracle_bits(rise) < 0x0D800000u; // 2^-100
    const float share = level ? 0.5f : oracle_clamp(-at_lo * oracle_reciprocal(rise), 0.0f, 1.0f);
    return lo + (hi - lo) * share;
}

static void try_edge(core* best, float* deepest, const oracle_round* b, const float h[3], uint32_t i)
{
    const uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
    const float w[3]    = { b->axis.x, b->axis.y, b->axis.z };
    const float x[3]    = { b->centre.x, b->centre.y, b->centre.z };
    const float squared = w[j] * w[j] + w[k] * w[k];
    if (!oracle_contact_crosses(squared, 1.0f)) return;
    const float inverse = oracle_rsqrt(squared);
    float n[3]          = { 0.0f, 0.0f, 0.0f };
    n[j]                = -(w[k] * inverse);
    n[k]                = w[j] * inverse;
    oracle_vec3 normal  = { n[0], n[1], n[2] };
    const float along   = oracle_dot3(normal, b->centre);
    if (along < 0.0f) n[j] = -n[j], n[k] = -n[k], normal = vec_negate(normal);
    const oracle_vec3 size = { magnitude_of(n[0]), magnitude_of(n[1]), magnitude_of(n[2]) };
    const float within     = magnitude_of(along) - oracle_dot3(size, (oracle_vec3){ h[0], h[1], h[2] });
    if (!(within > *deepest)) return;
    const float corner_j = n[j] < 0.0f ? -h[j] : h[j], corner_k = n[k] < 0.0f ? -h[k] : h[k];
    const float to = (w[j] * (corner_j - x[j]) + w[k] * (corner_k - x[k])) * (inverse * inverse);
    *deepest       = within;
    best->normal   = normal;
    best->distance = within;
    best->s        = oracle_clamp(to, -b->end, b->end);
    best->feature  = 0x30000 | i << 4 | (n[j] < 0.0f) | (uint32_t)(n[k] < 0.0f) << 1;
}

static void add(oracle_contact_points* c, mas_vec4 rotation, oracle_vec3 normal, oracle_vec3 p, float distance,
                float radius, uint32_t feature)
{
    const oracle_vec3 middle = vec_sub(p, vec_scale(normal, 0.5f * (distance + radius)));
    oracle_contact_add(c, oracle_quaternion_rotate(rotation, middle), distance - radius, feature);
}

static uint32_t side_of(float x)
{
    return x < 0.0f ? 1 : x > 0.0f ? 2 : 0;
}

void oracle_box_round(oracle_contact_points* c, mas_vec4 rotation, mas_vec4 extent, oracle_round b)
{
    const float h[3] = { extent.x, extent.y, extent.z }, end = b.end;
    const float w[3] = { b.axis.x, b.axis.y, b.axis.z };
    const float x[3] = { b.centre.x, b.centre.y, b.centre.z };
    float out_of[3], enter[3], leave[3];
    uint32_t i = 0;
    for (uint32_t k = 0; k < 3; ++k)
    {
        out_of[k] = (magnitude_of(x[k]) - magnitude_of(w[k]) * end) - h[k];
        if (out_of[k] > out_of[i]) i = k;
        const float inverse = oracle_reciprocal(w[k]);
        const float one = (-h[k] - x[k]) * inverse, two = (h[k] - x[k]) * inverse;
        enter[k] = smaller_of(one, two);
        leave[k] = larger_of(one, two);
    }
    const float height = out_of[i];
    if (!(height - b.radius <= c->margin)) return;
    const float side = x[i] < 0.0f ? -1.0f : 1.0f, rate = side * w[i];
    const oracle_vec3 n = { i == 0 ? side : 0.0f, i == 1 ? side : 0.0f, i == 2 ? side : 0.0f };
    const uint32_t face = 0x10000 | i << 5 | (uint32_t) !(side < 0.0f) << 4;

    const float s           = end > 0.0f ? nearest_place(&b, h, enter, leave) : 0.0f;
    const oracle_vec3 p     = place(&b, s);
    const oracle_vec3 apart = vec_sub(p, clamp_to(p, h));
    const float squared     = oracle_dot3(apart, apart);
    const float per_m       = oracle_rsqrt(squared);
    float lo = -end, hi = end;
    for (uint32_t k = 0; k < 3; ++k)
    {
        if (k == i) continue;
        lo = larger_of(lo, enter[k]);
        hi = smaller_of(hi, leave[k]);
    }
    const float base = side * x[i] - h[i], low = smaller_of(base + rate * lo, base + rate * hi);

    core best = { n, height, rate > 0.0f ? -end : end, face };
    if (oracle_bits(squared) < 0x0D800000u || squared * per_m <= oracle_contact_reach(b.centre, end))
    {
        float deepest = height + CONTACT_FACE_DEEP * (b.radius - height);
        if (end > 0.0f)
            for (uint32_t k = 0; k < 3; ++k)
                try_edge(&best, &deepest, &b, h, k);
    }
    else
    {
        const uint32_t region = side_of(apart.x) | side_of(apart.y) << 2 | side_of(apart.z) << 4;
        best                  = (core){ vec_scale(apart, per_m), squared * per_m, s,
                                        0x20000 | region | oracle_contact_region(s, end) << 8 };
    }
    const bool on_face = lo <= hi && oracle_dot3(n, best.normal) >= CONTACT_FACE_NEAR &&
                         oracle_contact_near(low, best.distance, b.radius);

    if (on_face)
    {
        c->normal = oracle_quaternion_rotate(rotation, n);
        add(c, rotation, n, place(&b, lo), base + rate * lo, b.radius, face | !(lo <= -end));
        if (lo < hi) add(c, rotation, n, place(&b, hi), base + rate * hi, b.radius, face | (hi >= end ? 2u : 3u));
    }
    else
    {
        c->normal = oracle_quaternion_rotate(rotation, best.normal);
        add(c, rotation, best.normal, place(&b, best.s), best.distance, b.radius, best.feature);
    }
}
