// Rotations as unit quaternions: vec4 with xyz the vector and w the scalar part. Built on exact.glsl: same bits on every
// device. C twins: tests/oracle/quaternion.c.
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

// Unit length, 2e-7; shorter than 2^-50 gives the identity.
vec4 quaternion_normalize(vec4 q)
{
    float squared = exact_dot(q, q);
    return exact_is_short(squared) ? QUATERNION_IDENTITY : q * exact_rsqrt(squared);
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

// Exponential map: the rotation by |v| radians about v, any |v| <= 16384, unit within 2e-7.
// Up to half a turn's quarter (|v| <= pi/2) sin(h)/h and cos(h) come from series in h h, h = |v|/2: no root, no
// division, and a spin too slow to have a direction in floats (v of 1e-12) still turns by exactly v/2.
vec4 quaternion_from_rotation_vector(vec3 v)
{
    vec3 half_v   = 0.5 * v;
    float squared = exact_dot(half_v, half_v);
    if (squared <= 0.616)
        return vec4(half_v * exact_sinc_series(squared), exact_cos_series(squared));
    float inverse = exact_rsqrt(squared);
    vec2 sc       = exact_sincos(squared * inverse);
    return vec4(half_v * (sc.x * inverse), sc.y);
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
