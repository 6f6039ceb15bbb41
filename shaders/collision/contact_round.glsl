// Contacts between spheres and capsules: axes with a radius, of no length for a sphere. C twin:
// tests/oracle/contact_round.c.
#ifndef MAS_CONTACT_ROUND_GLSL
#define MAS_CONTACT_ROUND_GLSL

#include "collision/contact_points.glsl"

const float ROUND_SIDE_BY_SIDE = 1e-4; // square of the sine of 0.6 degrees: below, two points carry more than one

// A direction across unit axis, as far up as it can be.
vec3 round_across(vec3 axis)
{
    vec3 up = abs(axis.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    return exact_normalize(up - (axis * exact_dot(axis, up)));
}

// For axes that meet there is no direction from one to the other: across both, up where there is a choice.
vec3 round_escape(vec3 axis_a, float end_a, vec3 axis_b, float end_b, vec3 d)
{
    vec3 both = exact_cross(axis_a, axis_b);
    bool lines = end_a > 0.0 && end_b > 0.0 && contact_crosses(exact_dot(both, both), 1.0);
    vec3 n;
    if (lines) n = exact_normalize(both);
    else if (end_a > 0.0) n = round_across(axis_a);
    else if (end_b > 0.0) n = round_across(axis_b);
    else n = vec3(0.0, 1.0, 0.0);
    return exact_dot(n, d) < -(CONTACT_TOUCHES * (end_a + end_b)) ? -n : n;
}

// One point: place s on a's axis, t on b's, both in m.
void round_add(inout contact_points c, vec3 a, vec3 b, float radius_a, float radius_b, uint feature)
{
    float separation = exact_dot(c.normal, b - a) - (radius_a + radius_b);
    contact_add(c, 0.5 * ((a + b) + (c.normal * (radius_a - radius_b))), separation, feature);
}

// d: from a's centre to b's.
void round_round(inout contact_points c, vec3 d, vec3 axis_a, float end_a, float radius_a, vec3 axis_b, float end_b,
                 float radius_b)
{
    vec3  v       = axis_b * end_b;
    vec2  at      = contact_nearest(axis_a, end_a, d, v);
    vec3  a       = axis_a * at.x;
    vec3  b       = d + (v * at.y);
    vec3  apart   = b - a;
    float squared = exact_dot(apart, apart);
    float inverse = exact_rsqrt(squared);
    bool  meet    = exact_is_short(squared) || squared * inverse <= CONTACT_TOUCHES * (end_a + end_b);
    c.normal      = meet ? round_escape(axis_a, end_a, axis_b, end_b, d) : apart * inverse;

    // What both axes have beside them, along a's.
    vec3  side = exact_cross(axis_a, axis_b);
    float turn = exact_dot(axis_a, axis_b);
    float to_b = exact_dot(axis_a, d);
    float span = end_b * abs(turn);
    float lo   = max(-end_a, to_b - span);
    float hi   = min(end_a, to_b + span);
    if (exact_dot(side, side) < ROUND_SIDE_BY_SIDE && lo < hi && end_b > 0.0)
    {
        float to_a  = exact_dot(axis_b, d);
        float t_lo  = exact_clamp((lo * turn) - to_a, -end_b, end_b);
        float t_hi  = exact_clamp((hi * turn) - to_a, -end_b, end_b);
        uint  first = turn > 0.0 ? 1u : 2u; // end of b that comes first along a's axis
        uint  low   = to_b - span > -end_a ? first << 8 : 1u;
        uint  high  = to_b + span < end_a ? (3u - first) << 8 : 2u;
        round_add(c, axis_a * lo, d + (axis_b * t_lo), radius_a, radius_b, 0x10000u | low);
        round_add(c, axis_a * hi, d + (axis_b * t_hi), radius_a, radius_b, 0x10000u | high);
    }
    else
    {
        uint feature = contact_region(at.x, end_a) | contact_region(at.y, 1.0) << 8;
        round_add(c, a, b, radius_a, radius_b, feature);
    }
}

#endif
