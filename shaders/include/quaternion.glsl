// Rotations as unit quaternions: vec4 with xyz the vector and w the scalar part. Built on exact.glsl: the same bits on
// every device. C twins: tests/oracle/quaternion.c.
#ifndef MAS_QUATERNION_GLSL
#define MAS_QUATERNION_GLSL

#include "exact.glsl"

const vec4 QUATERNION_IDENTITY = vec4(0.0, 0.0, 0.0, 1.0);

// The product turns by b first, then by a.
vec4 quaternion_multiply(vec4 a, vec4 b)
{
    return vec4(((a.w * b.x) + (a.x * b.w)) + ((a.y * b.z) - (a.z * b.y)),
                ((a.w * b.y) + (a.y * b.w)) + ((a.z * b.x) - (a.x * b.z)),
                ((a.w * b.z) + (a.z * b.w)) + ((a.x * b.y) - (a.y * b.x)),
                ((a.w * b.w) - (a.x * b.x)) - ((a.y * b.y) + (a.z * b.z)));
}

// The opposite rotation.
vec4 quaternion_conjugate(vec4 q)
{
    return vec4(-q.x, -q.y, -q.z, q.w);
}

// Unit within 1.8e-7; shorter than 2^-50 gives the identity.
vec4 quaternion_normalize(vec4 q)
{
    float squared = exact_dot(q, q);
    return mix(q * exact_rsqrt(squared), QUATERNION_IDENTITY, bvec4(exact_is_short(squared)));
}

// Body to world. With t = 2 u x v: v + w t + u x t, 15 multiplications, no matrix.
vec3 quaternion_rotate(vec4 q, vec3 v)
{
    vec3 t = exact_cross(q.xyz, v);
    t      = t + t;
    return (v + (q.w * t)) + exact_cross(q.xyz, t);
}

// World to body: the conjugate, which changes the sign of the middle term only.
vec3 quaternion_rotate_inverse(vec4 q, vec3 v)
{
    vec3 t = exact_cross(q.xyz, v);
    t      = t + t;
    return (v - (q.w * t)) + exact_cross(q.xyz, t);
}

// Exponential map: the rotation by |v| radians about v, |v| <= 16384; unit within 2.5e-7, components within 1.4e-7
// times the larger of 1 and |v|. Costs 3.0 on lavapipe 25 (measure of exact.glsl), 11 beyond a quarter turn.
// Up to a quarter turn (|v| <= pi/2) sin(h)/h and cos(h), h = |v|/2, come from series in h h: no root, no division,
// and a spin too slow for its square to count (|v| of 1e-9) still turns by exactly v/2.
vec4 quaternion_from_rotation_vector(vec3 v)
{
    vec3 half_v   = 0.5 * v;
    float squared = exact_flush(exact_dot(half_v, half_v)); // as in exact_sincos
    float sinc    = exact_sinc_series(squared);
    float cosine  = exact_cos_series(squared);
    if (squared > 0.616)
    {
        float inverse = exact_rsqrt(squared);
        vec2 sc       = exact_sincos(squared * inverse);
        sinc          = sc.x * inverse;
        cosine        = sc.y;
    }
    return vec4(half_v * sinc, cosine);
}

// Rotations about one axis, angle in radians, |angle| <= 16384.
vec4 quaternion_about_x(float angle)
{
    vec2 sc = exact_sincos(0.5 * angle);
    return vec4(sc.x, 0.0, 0.0, sc.y);
}

vec4 quaternion_about_y(float angle)
{
    vec2 sc = exact_sincos(0.5 * angle);
    return vec4(0.0, sc.x, 0.0, sc.y);
}

vec4 quaternion_about_z(float angle)
{
    vec2 sc = exact_sincos(0.5 * angle);
    return vec4(0.0, 0.0, sc.x, sc.y);
}

#endif
