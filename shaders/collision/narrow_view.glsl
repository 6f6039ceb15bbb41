// Two shapes seen from one of them, their scale, and manifolds without points.
#ifndef MAS_NARROW_VIEW_GLSL
#define MAS_NARROW_VIEW_GLSL

#include "quaternion.glsl"
#include "collision/narrow_shared.h"

// Rows of the matrix that turns the other's axes into one's own, and its centre. Nothing below 2^-40: no product of two
// or three of them is denormal, and signs are the same everywhere.
struct narrow_view
{
    vec3 row_x, row_y, row_z;
    vec3 centre; // m
};

// own, other: rotations to the world; d: from the own centre to the other's, world axes.
narrow_view narrow_see(vec4 own, vec4 other, vec3 d)
{
    vec4 q  = quaternion_multiply(quaternion_conjugate(own), other);
    vec3 v2 = q.xyz + q.xyz;
    vec3 vv = q.xyz * v2;
    vec3 wv = q.w * v2;
    float xy = q.x * v2.y, xz = q.x * v2.z, yz = q.y * v2.z;
    narrow_view s;
    s.row_x  = exact_flush(vec3(1.0 - (vv.y + vv.z), xy - wv.z, xz + wv.y));
    s.row_y  = exact_flush(vec3(xy + wv.z, 1.0 - (vv.x + vv.z), yz - wv.x));
    s.row_z  = exact_flush(vec3(xz - wv.y, yz + wv.x, 1.0 - (vv.x + vv.y)));
    s.centre = exact_flush(quaternion_rotate_inverse(own, d));
    return s;
}

// A direction of the other's in one's own axes, and the way back.
vec3 narrow_to_own(narrow_view s, vec3 v)
{
    return vec3(exact_dot(s.row_x, v), exact_dot(s.row_y, v), exact_dot(s.row_z, v));
}

vec3 narrow_to_other(narrow_view s, vec3 v)
{
    return ((s.row_x * v.x) + (s.row_y * v.y)) + (s.row_z * v.z);
}

// v with component k first, the others after it in turn; and the way back.
vec3 turned(vec3 v, uint k)
{
    return k == 0u ? v : (k == 1u ? v.yzx : v.zxy);
}

vec3 turned_back(vec3 v, uint k)
{
    return k == 0u ? v : (k == 1u ? v.zxy : v.yzx);
}

// The other's axis j in one's own axes, i of them first.
vec3 narrow_column(narrow_view s, uint i, uint j)
{
    return turned(vec3(turned(s.row_x, j).x, turned(s.row_y, j).x, turned(s.row_z, j).x), i);
}

float narrow_scale(vec3 half_a, vec3 half_b)
{
    float a = max(max(half_a.x, half_a.y), half_a.z);
    float b = max(max(half_b.x, half_b.y), half_b.z);
    return max(min(a, b), NARROW_SMALLEST_SCALE);
}

// No points yet.
manifold narrow_empty(collider_pair c, uint kind_a, uint kind_b)
{
    manifold m;
    m.normal  = vec4(0.0);
    m.point   = vec4[](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    m.feature = uvec4(0u);
    m.impulse = vec4(0.0);
    m.twist   = vec4(0.0);
    m.rolling = vec4(0.0);
    m.a       = c.a;
    m.b       = c.b;
    m.count   = 0u;
    m.flags   = ((kind_a | kind_b) & COLLIDER_SENSOR) != 0u ? MANIFOLD_SENSOR : 0u;
    return m;
}

// The point nearest to each other on two segments: middles r apart, unit directions with cosine c and squared sine
// sine2, r_a and r_b the part of r along each, half lengths. x along the first, y along the second, both from the
// middle.
vec2 narrow_closest(float r_a, float r_b, float c, float sine2, float half_a, float half_b)
{
    float x = exact_clamp((r_a - (c * r_b)) * exact_reciprocal(sine2), -half_a, half_a);
    float y = exact_clamp((x * c) - r_b, -half_b, half_b);
    return vec2(exact_clamp((y * c) + r_a, -half_a, half_a), y);
}

#endif
