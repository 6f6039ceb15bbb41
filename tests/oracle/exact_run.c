#include "exact_run.h"
#include "exact_test_shared.h"
#include "quaternion.h"
#include "vec.h"

#include <math.h>

static mas_vec4 vec4(float x, float y, float z, float w)
{
    return (mas_vec4){ x, y, z, w };
}

static mas_vec4 classify(mas_vec4 a)
{
    const bool x = oracle_is_finite(a.x), y = oracle_is_finite(a.y), z = oracle_is_finite(a.z),
               w = oracle_is_finite(a.w);
    return vec4(oracle_is_nan(a.x), x, (x && y ? 1.0f : 0.0f) + (x && y && z ? 2.0f : 0.0f), x && y && z && w);
}

static mas_vec4 to_int(mas_vec4 a)
{
    return vec4(
        oracle_from_bits((uint32_t)oracle_round_to_int(a.x)), oracle_from_bits((uint32_t)oracle_floor_to_int(a.x)),
        oracle_from_bits((uint32_t)oracle_round_to_int(a.y)), oracle_from_bits((uint32_t)oracle_floor_to_int(a.y)));
}

static mas_vec4 clamp(mas_vec4 a, float lo, float hi)
{
    return vec4(oracle_clamp(a.x, lo, hi), oracle_clamp(a.y, lo, hi), oracle_clamp(a.z, lo, hi),
                oracle_clamp(a.w, lo, hi));
}

static mas_vec4 mix(mas_vec4 a, mas_vec4 b, float t)
{
    return vec4(oracle_mix(a.x, b.x, t), oracle_mix(a.y, b.x, t), oracle_mix(a.z, b.y, t), oracle_mix(a.w, b.z, t));
}

static mas_vec4 about(float angle, uint32_t axis)
{
    return axis == 0   ? oracle_quaternion_about_x(angle)
           : axis == 1 ? oracle_quaternion_about_y(angle)
                       : oracle_quaternion_about_z(angle);
}

static mas_vec4 run(uint32_t function, mas_vec4 a, mas_vec4 b)
{
    const oracle_vec2 a2 = { a.x, a.y }, b2 = { b.x, b.y };
    const oracle_vec3 a3 = { a.x, a.y, a.z }, b3 = { b.x, b.y, b.z };
    switch (function)
    {
    case EXACT_TEST_DIVIDE: return vec4(oracle_divide(a.x, b.x), oracle_divide(a.y, b.y), 0, 0);
    case EXACT_TEST_SQRT: return vec4(oracle_sqrt(a.x), oracle_sqrt(a.y), 0, 0);
    case EXACT_TEST_RECIPROCAL: return vec4(oracle_reciprocal(a.x), oracle_reciprocal(a.y), 0, 0);
    case EXACT_TEST_RSQRT: return vec4(oracle_rsqrt(a.x), oracle_rsqrt(a.y), 0, 0);
    case EXACT_TEST_SINCOS:
    {
        const oracle_vec2 x = oracle_sincos(a.x), y = oracle_sincos(a.y);
        return vec4(x.x, x.y, y.x, y.y);
    }
    case EXACT_TEST_EXP: return vec4(oracle_exp(a.x), oracle_exp(a.y), 0, 0);
    case EXACT_TEST_FLUSH: return oracle_flush4(a);
    case EXACT_TEST_FLUSH_SMALL: return vec4(oracle_flush(a.x), 0, oracle_flush(a.z), oracle_flush(a.w));
    case EXACT_TEST_FLUSH_3: return vec_xyz0(oracle_flush3(a3));
    case EXACT_TEST_CLASSIFY: return classify(a);
    case EXACT_TEST_CLAMP: return clamp(a, b.x, b.y);
    case EXACT_TEST_MIX: return mix(a, b, b.w);
    case EXACT_TEST_TO_INT: return to_int(a);
    case EXACT_TEST_DOT: return vec4(oracle_dot2(a2, b2), oracle_dot3(a3, b3), oracle_dot4(a, b), 0);
    case EXACT_TEST_CROSS: return vec_xyz0(oracle_cross(a3, b3));
    case EXACT_TEST_LENGTH: return vec4(oracle_length2(a2), oracle_length3(a3), oracle_length4(a), 0);
    case EXACT_TEST_NORMALIZE_2:
    {
        const oracle_vec2 v = oracle_normalize2(a2);
        return vec4(v.x, v.y, 0, 0);
    }
    case EXACT_TEST_NORMALIZE_3: return vec_xyz0(oracle_normalize3(a3));
    case EXACT_TEST_NORMALIZE_4: return oracle_normalize4(a);
    case EXACT_TEST_MULTIPLY: return oracle_quaternion_multiply(a, b);
    case EXACT_TEST_CONJUGATE: return oracle_quaternion_conjugate(a);
    case EXACT_TEST_NORMALIZE_Q: return oracle_quaternion_normalize(a);
    case EXACT_TEST_ROTATE: return vec_xyz0(oracle_quaternion_rotate(a, b3));
    case EXACT_TEST_ROTATE_INVERSE: return vec_xyz0(oracle_quaternion_rotate_inverse(a, b3));
    case EXACT_TEST_ROTATION_VECTOR: return oracle_quaternion_from_rotation_vector(a3);
    case EXACT_TEST_ABOUT: return about(a.x, oracle_bits(b.x) % 3u);
    case EXACT_TEST_TWICE:
        return vec4(oracle_rough_sqrt(fabsf(a.x), 1.7f), oracle_rough_sqrt(fabsf(a.y), 1.7f),
                    oracle_twice_rsqrt(fabsf(a.z)), oracle_twice_rsqrt(fabsf(a.w)));
    default: return vec4(0, 0, 0, 0);
    }
}

mas_uvec4 oracle_exact_run(uint32_t function, mas_uvec4 a, mas_uvec4 b)
{
    const mas_vec4 r =
        run(function, vec4(oracle_from_bits(a.x), oracle_from_bits(a.y), oracle_from_bits(a.z), oracle_from_bits(a.w)),
            vec4(oracle_from_bits(b.x), oracle_from_bits(b.y), oracle_from_bits(b.z), oracle_from_bits(b.w)));
    return (mas_uvec4){ oracle_bits(r.x), oracle_bits(r.y), oracle_bits(r.z), oracle_bits(r.w) };
}
