#include "contact_points.h"

static const oracle_vec3 up = { 0.0f, 1.0f, 0.0f };

void oracle_contact_add(oracle_contact_points* c, oracle_vec3 point, float separation, uint32_t feature)
{
    if (!(separation <= c->margin)) return;
    c->point[c->count]     = (mas_vec4){ point.x, point.y, point.z, separation };
    c->feature[c->count++] = feature;
}

uint32_t oracle_contact_region(float s, float end)
{
    return s <= -end ? 1 : s >= end ? 2 : 0;
}

bool oracle_contact_crosses(float sine, float product)
{
    return sine * 1048576.0f > 0.0105f * product;
}

float oracle_contact_reach(oracle_vec3 centre, float end)
{
    return CONTACT_TOUCHES * (((magnitude_of(centre.x) + magnitude_of(centre.y)) + magnitude_of(centre.z)) + end);
}

bool oracle_contact_near(float low, float distance, float radius)
{
    const float near = (1.0f - CONTACT_FACE_NEAR) * distance, deep = CONTACT_FACE_DEEP * (radius - distance);
    return low - distance <= larger_of(near, deep);
}

oracle_vec2 oracle_contact_nearest(oracle_vec3 axis, float end, oracle_vec3 middle, oracle_vec3 v)
{
    const float along        = oracle_dot3(axis, v);
    const float squared      = oracle_dot3(v, v);
    const float inverse      = oracle_reciprocal(squared);
    const float to_v         = oracle_dot3(v, middle);
    const float to_axis      = oracle_dot3(axis, middle);
    const oracle_vec3 side   = oracle_cross(axis, v);
    const float sine         = oracle_dot3(side, side);
    const oracle_vec3 across = vec_sub(middle, vec_scale(v, to_v * inverse));
    float s                  = to_axis;
    if (oracle_contact_crosses(sine, squared)) s = oracle_dot3(axis, across) * (squared * oracle_reciprocal(sine));
    s             = oracle_clamp(s, -end, end);
    const float t = oracle_clamp((s * along - to_v) * inverse, -1.0f, 1.0f);
    return (oracle_vec2){ oracle_clamp(to_axis + t * along, -end, end), t };
}

static oracle_vec3 across_axis(oracle_vec3 axis)
{
    const oracle_vec3 aim = magnitude_of(axis.y) < 0.9f ? up : (oracle_vec3){ 1.0f, 0.0f, 0.0f };
    return oracle_normalize3(vec_sub(aim, vec_scale(axis, oracle_dot3(axis, aim))));
}

// Where axes meet.
static oracle_vec3 escape(const oracle_round* a, const oracle_round* b)
{
    const oracle_vec3 both = oracle_cross(a->axis, b->axis);
    oracle_vec3 n          = up;
    if (a->end > 0.0f && b->end > 0.0f && oracle_contact_crosses(oracle_dot3(both, both), 1.0f))
        n = oracle_normalize3(both);
    else if (a->end > 0.0f)
        n = across_axis(a->axis);
    else if (b->end > 0.0f)
        n = across_axis(b->axis);
    return oracle_dot3(n, b->centre) < -(CONTACT_TOUCHES * (a->end + b->end)) ? vec_negate(n) : n;
}

static void add(oracle_contact_points* c, oracle_vec3 on_a, oracle_vec3 on_b, const oracle_round* a,
                const oracle_round* b, uint32_t feature)
{
    const float separation  = oracle_dot3(c->normal, vec_sub(on_b, on_a)) - (a->radius + b->radius);
    const oracle_vec3 shift = vec_scale(c->normal, a->radius - b->radius);
    oracle_contact_add(c, vec_scale(vec_add(vec_add(on_a, on_b), shift), 0.5f), separation, feature);
}

void oracle_round_round(oracle_contact_points* c, oracle_round a, oracle_round b)
{
    const oracle_vec3 d     = b.centre;
    const oracle_vec3 v     = vec_scale(b.axis, b.end);
    const oracle_vec2 at    = oracle_contact_nearest(a.axis, a.end, d, v);
    const oracle_vec3 on_a  = vec_scale(a.axis, at.x);
    const oracle_vec3 on_b  = vec_add(d, vec_scale(v, at.y));
    const oracle_vec3 apart = vec_sub(on_b, on_a);
    const float squared     = oracle_dot3(apart, apart);
    const float per_m       = oracle_rsqrt(squared);
    if (oracle_bits(squared) < 0x0D800000u || squared * per_m <= CONTACT_TOUCHES * (a.end + b.end)) // 2^-100
        c->normal = escape(&a, &b);
    else
        c->normal = vec_scale(apart, per_m);

    const oracle_vec3 side = oracle_cross(a.axis, b.axis);
    const float turn       = oracle_dot3(a.axis, b.axis);
    const float to_b       = oracle_dot3(a.axis, d);
    const float span       = b.end * magnitude_of(turn);
    const float lo         = larger_of(-a.end, to_b - span);
    const float hi         = smaller_of(a.end, to_b + span);
    if (oracle_dot3(side, side) < 1e-4f && lo < hi && b.end > 0.0f) // 0.6 degrees
    {
        const float to_a     = oracle_dot3(b.axis, d);
        const float t_lo     = oracle_clamp(lo * turn - to_a, -b.end, b.end);
        const float t_hi     = oracle_clamp(hi * turn - to_a, -b.end, b.end);
        const uint32_t first = turn > 0.0f ? 1 : 2;
        const uint32_t low   = to_b - span > -a.end ? first << 8 : 1;
        const uint32_t high  = to_b + span < a.end ? (3 - first) << 8 : 2;
        add(c, vec_scale(a.axis, lo), vec_add(d, vec_scale(b.axis, t_lo)), &a, &b, 0x10000 | low);
        add(c, vec_scale(a.axis, hi), vec_add(d, vec_scale(b.axis, t_hi)), &a, &b, 0x10000 | high);
    }
    else
        add(c, on_a, on_b, &a, &b, oracle_contact_region(at.x, a.end) | oracle_contact_region(at.y, 1.0f) << 8);
}
