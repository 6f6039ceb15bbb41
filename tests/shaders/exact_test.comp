// Runs one function of exact.glsl or quaternion.glsl on every element: result = f(a, b). tests/core/test_exact.c
// compares the bits with the C twins. Values travel as uints, so that no load or store touches a NaN or a denormal.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "quaternion.glsl"
#include "list.glsl"
#include "exact_test_shared.h"

layout(push_constant) uniform Push { exact_test_push p; };
layout(std430, binding = 0) readonly  buffer A { uvec4 a_bits[]; };
layout(std430, binding = 1) readonly  buffer B { uvec4 b_bits[]; };
layout(std430, binding = 2) writeonly buffer Result { uvec4 result[]; };

vec4 classify(vec4 a)
{
    return vec4(exact_is_nan(a.x) ? 1.0 : 0.0,
                exact_is_finite(a.x) ? 1.0 : 0.0,
                (exact_is_finite(a.xy) ? 1.0 : 0.0) + (exact_is_finite(a.xyz) ? 2.0 : 0.0),
                exact_is_finite(a) ? 1.0 : 0.0);
}

vec4 to_int(vec4 a)
{
    return intBitsToFloat(ivec4(exact_round_to_int(a.x), exact_floor_to_int(a.x),
                                exact_round_to_int(a.y), exact_floor_to_int(a.y)));
}

vec4 about(float angle, uint axis)
{
    if (axis == 0u) return quaternion_about_x(angle);
    if (axis == 1u) return quaternion_about_y(angle);
    return quaternion_about_z(angle);
}

// The overloads take turns.
vec4 clamp_any(vec4 a, float lo, float hi, uint turn)
{
    if (turn == 0u) return vec4(exact_clamp(a.x, lo, hi), exact_clamp(a.yzw, vec3(lo), vec3(hi)));
    if (turn == 1u) return vec4(exact_clamp(a.xy, vec2(lo), vec2(hi)), exact_clamp(a.zw, vec2(lo), vec2(hi)));
    return exact_clamp(a, vec4(lo), vec4(hi));
}

vec4 mix_any(vec4 a, vec4 b, float t, uint turn)
{
    if (turn == 0u) return vec4(exact_mix(a.x, b.x, t), exact_mix(a.yzw, b.yzw, t));
    if (turn == 1u) return vec4(exact_mix(a.xy, b.xy, t), exact_mix(a.zw, b.zw, t));
    return exact_mix(a, b, t);
}

vec4 twice_any(vec4 a, uint turn)
{
    vec4 terms = exact_rough_terms(1.7);
    vec4 four  = vec4(exact_rough_sqrt(a, terms).xy, exact_twice_rsqrt(a).zw);
    vec4 one   = vec4(exact_rough_sqrt(a.x, terms), exact_rough_sqrt(a.y, terms), exact_twice_rsqrt(a.z),
                      exact_twice_rsqrt(a.w));
    return turn == 0u ? one : four;
}

vec4 run(vec4 a, vec4 b)
{
    switch (p.function)
    {
    case EXACT_TEST_DIVIDE: return vec4(exact_divide(a.x, b.x), exact_divide(a.y, b.y), 0.0, 0.0);
    case EXACT_TEST_SQRT: return vec4(exact_sqrt(a.x), exact_sqrt(a.y), 0.0, 0.0);
    case EXACT_TEST_RECIPROCAL: return vec4(exact_reciprocal(a.x), exact_reciprocal(a.y), 0.0, 0.0);
    case EXACT_TEST_RSQRT: return vec4(exact_rsqrt(a.x), exact_rsqrt(a.y), 0.0, 0.0);
    case EXACT_TEST_SINCOS: return vec4(exact_sincos(a.x), exact_sincos(a.y));
    case EXACT_TEST_EXP: return vec4(exact_exp(a.x), exact_exp(a.y), 0.0, 0.0);
    case EXACT_TEST_FLUSH: return exact_flush(a);
    case EXACT_TEST_FLUSH_SMALL: return vec4(exact_flush(a.x), 0.0, exact_flush(a.zw));
    case EXACT_TEST_FLUSH_3: return vec4(exact_flush(a.xyz), 0.0);
    case EXACT_TEST_CLASSIFY: return classify(a);
    case EXACT_TEST_CLAMP: return clamp_any(a, b.x, b.y, floatBitsToUint(b.z) % 3u);
    case EXACT_TEST_MIX: return mix_any(a, b.xxyz, b.w, floatBitsToUint(b.z) % 3u);
    case EXACT_TEST_TO_INT: return to_int(a);
    case EXACT_TEST_DOT: return vec4(exact_dot(a.xy, b.xy), exact_dot(a.xyz, b.xyz), exact_dot(a, b), 0.0);
    case EXACT_TEST_CROSS: return vec4(exact_cross(a.xyz, b.xyz), 0.0);
    case EXACT_TEST_LENGTH: return vec4(exact_length(a.xy), exact_length(a.xyz), exact_length(a), 0.0);
    case EXACT_TEST_NORMALIZE_2: return vec4(exact_normalize(a.xy), 0.0, 0.0);
    case EXACT_TEST_NORMALIZE_3: return vec4(exact_normalize(a.xyz), 0.0);
    case EXACT_TEST_NORMALIZE_4: return exact_normalize(a);
    case EXACT_TEST_MULTIPLY: return quaternion_multiply(a, b);
    case EXACT_TEST_CONJUGATE: return quaternion_conjugate(a);
    case EXACT_TEST_NORMALIZE_Q: return quaternion_normalize(a);
    case EXACT_TEST_ROTATE: return vec4(quaternion_rotate(a, b.xyz), 0.0);
    case EXACT_TEST_ROTATE_INVERSE: return vec4(quaternion_rotate_inverse(a, b.xyz), 0.0);
    case EXACT_TEST_ROTATION_VECTOR: return quaternion_from_rotation_vector(a.xyz);
    case EXACT_TEST_ABOUT: return about(a.x, floatBitsToUint(b.x) % 3u);
    case EXACT_TEST_TWICE: return twice_any(abs(a), floatBitsToUint(b.z) % 2u);
    }
    return vec4(0.0);
}

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    result[i] = floatBitsToUint(run(uintBitsToFloat(a_bits[i]), uintBitsToFloat(b_bits[i])));
}
