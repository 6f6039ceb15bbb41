#include "quaternion.h"

#ifdef __FAST_MATH__
#error "the oracle needs IEEE arithmetic: build without fast-math"
#endif

mas_vec4 oracle_quaternion_multiply(mas_vec4 a, mas_vec4 b)
{
    mas_vec4 q;
    q.x = (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y);
    q.y = (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z);
    q.z = (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x);
    q.w = (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z);
    return q;
}

mas_vec4 oracle_quaternion_conjugate(mas_vec4 q)
{
    return (mas_vec4){ -q.x, -q.y, -q.z, q.w };
}

mas_vec4 oracle_quaternion_normalize(mas_vec4 q)
{
    const float squared = oracle_dot4(q, q);
    const float s       = oracle_rsqrt(squared);
    if (oracle_bits(squared) < 0x0D800000u) return (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f }; // 2^-100
    return (mas_vec4){ q.x * s, q.y * s, q.z * s, q.w * s };
}

// v + side * w * t + u x t, with u the vector part and t = 2 u x v.
static oracle_vec3 turn(mas_vec4 q, oracle_vec3 v, float w)
{
    const oracle_vec3 u = { q.x, q.y, q.z };
    oracle_vec3 t       = oracle_cross(u, v);
    t.x += t.x;
    t.y += t.y;
    t.z += t.z;
    const oracle_vec3 n = oracle_cross(u, t);
    return (oracle_vec3){ (v.x + w * t.x) + n.x, (v.y + w * t.y) + n.y, (v.z + w * t.z) + n.z };
}

oracle_vec3 oracle_quaternion_rotate(mas_vec4 q, oracle_vec3 v)
{
    return turn(q, v, q.w);
}

oracle_vec3 oracle_quaternion_rotate_inverse(mas_vec4 q, oracle_vec3 v)
{
    return turn(q, v, -q.w);
}

mas_vec4 oracle_quaternion_from_rotation_vector(oracle_vec3 v)
{
    const oracle_vec3 half = { 0.5f * v.x, 0.5f * v.y, 0.5f * v.z };
    const float squared    = oracle_flush(oracle_dot3(half, half));
    float scale, cosine;
    if (squared <= 0.616f)
    {
        scale  = oracle_sinc_series(squared);
        cosine = oracle_cos_series(squared);
    }
    else
    {
        const float inverse  = oracle_rsqrt(squared);
        const oracle_vec2 sc = oracle_sincos(squared * inverse);
        scale                = sc.x * inverse;
        cosine               = sc.y;
    }
    return (mas_vec4){ half.x * scale, half.y * scale, half.z * scale, cosine };
}

mas_vec4 oracle_quaternion_about_x(float angle)
{
    const oracle_vec2 sc = oracle_sincos(0.5f * angle);
    return (mas_vec4){ sc.x, 0.0f, 0.0f, sc.y };
}

mas_vec4 oracle_quaternion_about_y(float angle)
{
    const oracle_vec2 sc = oracle_sincos(0.5f * angle);
    return (mas_vec4){ 0.0f, sc.x, 0.0f, sc.y };
}

mas_vec4 oracle_quaternion_about_z(float angle)
{
    const oracle_vec2 sc = oracle_sincos(0.5f * angle);
    return (mas_vec4){ 0.0f, 0.0f, sc.x, sc.y };
}
