// Does this device give the bits that every other device gives? One workgroup of any size: fixed questions whose
// answers are known, then PROBE_SAMPLES inputs through the exact functions, hashed. The hash is a sum over the
// samples, so that the order of threads does not matter. Nothing here may be denormal: there devices may differ.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "quaternion.glsl"
#include "probe_shared.h"

layout(local_size_x_id = 0) in;
layout(push_constant) uniform Push { probe_push p; };
layout(std430, binding = 0) writeonly buffer Result { uint result[]; }; // PROBE_WORDS

shared uint failed;
shared uint hash_lo;
shared uint hash_hi;

uint wrong; // of this thread

void expect(float value, uint bits, uint question)
{
    wrong |= floatBitsToUint(value) != bits ? question : 0u;
}

void expect(bool holds, uint question)
{
    wrong |= holds ? 0u : question;
}

void ask_rounding()
{
    // Halfway cases go to the even neighbour, up and down, with either sign; anything above half goes up.
    expect(p.one + p.half_ulp, 0x3F800000u, PROBE_FAILED_ADD);
    expect((p.one + p.ulp) + p.half_ulp, 0x3F800002u, PROBE_FAILED_ADD);
    expect(p.one + p.above_half, 0x3F800001u, PROBE_FAILED_ADD);
    expect(-p.one - p.half_ulp, 0xBF800000u, PROBE_FAILED_ADD);
    expect(-p.one - p.above_half, 0xBF800001u, PROBE_FAILED_ADD);
    expect((p.big + p.one) + p.one, 0x4B800000u, PROBE_FAILED_ADD);
    expect(p.big + p.three, 0x4B800002u, PROBE_FAILED_ADD);
    expect(p.near_one * p.near_one, 0x3F801000u, PROBE_FAILED_MULTIPLY);
    expect((p.one + p.ulp) * p.one_and_half, 0x3FC00002u, PROBE_FAILED_MULTIPLY);
    expect((p.one + p.ulp) * -p.one_and_half, 0xBFC00002u, PROBE_FAILED_MULTIPLY);
    expect((p.one - p.half_ulp) * (p.one - p.half_ulp), 0x3F7FFFFEu, PROBE_FAILED_MULTIPLY);
    vec3 product = vec3(p.near_one, p.one + p.ulp, p.three) * p.near_one;
    expect(product.x, 0x3F801000u, PROBE_FAILED_MULTIPLY);
    expect(product.y, 0x3F800801u, PROBE_FAILED_MULTIPLY);
}

void ask_contraction()
{
    // Fused, the square keeps its last bit and the difference is 2^-24 instead of 0.
    expect((p.near_one * p.near_one) - p.square, 0u, PROBE_FAILED_CONTRACTION);
    expect(p.square - (p.near_one * p.near_one), 0u, PROBE_FAILED_CONTRACTION);
    expect((p.near_one * p.near_one) + (-p.one * p.square), 0u, PROBE_FAILED_CONTRACTION);
    vec2 d = (vec2(p.near_one, p.one) * p.near_one) - vec2(p.square, p.near_one);
    expect(d.x, 0u, PROBE_FAILED_CONTRACTION);

    expect((p.big + p.one) - p.big, 0u, PROBE_FAILED_ORDER);
    expect((p.big + p.one) + (p.one + p.one), 0x4B800001u, PROBE_FAILED_ORDER);
    expect((((p.big + p.one) + p.one) + p.one) - p.big, 0u, PROBE_FAILED_ORDER);
    expect((p.near_one * p.near_one) * (p.one + p.ulp), 0x3F801001u, PROBE_FAILED_ORDER); // other order: 1002
    float x = p.one + p.ulp;
    expect((p.three * x) - (x * (p.one + p.one)), 0x3F800002u, PROBE_FAILED_ORDER); // as (3 - 2) x: 0001
}

void ask_comparison()
{
    expect(min(p.one, p.minus_3_5), 0xC0600000u, PROBE_FAILED_COMPARE);
    expect(max(p.one, p.one + p.ulp), 0x3F800001u, PROBE_FAILED_COMPARE);
    expect(abs(p.minus_3_5), 0x40600000u, PROBE_FAILED_COMPARE);
    expect(floor(p.minus_3_5), 0xC0800000u, PROBE_FAILED_COMPARE);
    expect(floor(p.one - p.half_ulp), 0u, PROBE_FAILED_COMPARE);
    expect(floor(p.big - p.one), 0x4B7FFFFFu, PROBE_FAILED_COMPARE);
    expect(exact_clamp(p.three, p.minus_3_5, p.one_and_half), 0x3FC00000u, PROBE_FAILED_COMPARE);
    expect(p.one < p.one + p.ulp && !(p.one > p.one) && p.one >= p.one && p.minus_3_5 <= p.zero, PROBE_FAILED_COMPARE);

    expect(float(p.minus_five), 0xC0A00000u, PROBE_FAILED_CONVERT);
    expect(float(int(p.minus_one >> 8)), 0x4B7FFFFFu, PROBE_FAILED_CONVERT);
    expect(int(p.minus_3_5) == -3 && uint(p.big) == 16777216u, PROBE_FAILED_CONVERT);
    expect(exact_round_to_int(p.minus_3_5) == -4 && exact_floor_to_int(p.minus_3_5) == -4, PROBE_FAILED_CONVERT);

    expect(p.minus_one * p.minus_one == 1u && p.minus_five * p.minus_five == 25, PROBE_FAILED_INTEGER);
    expect(p.minus_five >> 1 == -3 && p.minus_one >> 31 == 1u, PROBE_FAILED_INTEGER);
    expect(p.minus_one << 31 == 0x80000000u, PROBE_FAILED_INTEGER);
    expect(uintBitsToFloat(0x3F800000u & p.minus_one), floatBitsToUint(p.one), PROBE_FAILED_INTEGER);
}

// Dividend, divisor, quotient; the loops keep one copy of each function in the code, the mask keeps it there.
const uvec3 QUOTIENTS[9] = uvec3[](
    uvec3(0x3F800000u, 0x40400000u, 0x3EAAAAABu),  // 1 / 3
    uvec3(0xCB800002u, 0x40400000u, 0xCAAAAAADu),  // -(2^24 + 4) / 3
    uvec3(0x00800000u, 0x3F800000u, 0x00800000u),  // smallest normal
    uvec3(0x00800000u, 0x40400000u, 0x00000000u),  // below it
    uvec3(0x7F7FFFFFu, 0x3FC00000u, 0x7F2AAAAAu),  // largest
    uvec3(0x7F7FFFFFu, 0x00800000u, 0x7F800000u),  // above it
    uvec3(0xBF800000u, 0x00000000u, 0xFF800000u),  // -1 / 0
    uvec3(0x00000000u, 0x80000001u, 0x7FC00000u),  // 0 / denormal
    uvec3(0x3F800000u, 0x7F800000u, 0x00000000u)); // 1 / infinity

const uvec2 ROOTS[7] = uvec2[](uvec2(0x40400000u, 0x3FDDB3D7u), uvec2(0x40000000u, 0x3FB504F3u),
                               uvec2(0x00800000u, 0x20000000u), uvec2(0x7F7FFFFFu, 0x5F7FFFFFu),
                               uvec2(0x00000000u, 0x00000000u), uvec2(0xC0600000u, 0x7FC00000u),
                               uvec2(0x7F800000u, 0x7F800000u));

void ask_exact()
{
    for (uint i = 0u; i < 9u; ++i)
    {
        uvec3 q = QUOTIENTS[i] & p.minus_one;
        expect(exact_divide(uintBitsToFloat(q.x), uintBitsToFloat(q.y)), q.z, PROBE_FAILED_DIVIDE);
    }
    for (uint i = 0u; i < 7u; ++i)
    {
        uvec2 r = ROOTS[i] & p.minus_one;
        expect(exact_sqrt(uintBitsToFloat(r.x)), r.y, PROBE_FAILED_SQRT);
    }
    float infinite = uintBitsToFloat(EXACT_INFINITE & p.minus_one);
    expect(exact_flush(uintBitsToFloat(0x80000000u & p.minus_one)), 0u, PROBE_FAILED_FLUSH); // -0
    expect(exact_flush(uintBitsToFloat(0x80000001u & p.minus_one)), 0u, PROBE_FAILED_FLUSH); // denormal
    expect(exact_flush(uintBitsToFloat(0x2B7FFFFFu & p.minus_one)), 0u, PROBE_FAILED_FLUSH); // just below 2^-40
    expect(exact_flush(p.half_ulp), 0x33800000u, PROBE_FAILED_FLUSH);
    expect(exact_is_nan(uintBitsToFloat(0x7F800001u & p.minus_one)) && !exact_is_nan(infinite), PROBE_FAILED_FLUSH);
    expect(!exact_is_finite(infinite) && exact_is_finite(p.big), PROBE_FAILED_FLUSH);
}

// Permuted congruential generator (M. O'Neill, pcg32 output on a 32-bit state).
uint random(inout uint state)
{
    state     = (state * 747796405u) + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

// Either sign, 2^-20 <= |x| < 2^12.
float random_float(inout uint state)
{
    uint r = random(state);
    return uintBitsToFloat((r & 0x807FFFFFu) | ((107u + ((r >> 23) & 31u)) << 23));
}

void fold(inout uvec2 hash, float value)
{
    uint bits = floatBitsToUint(value);
    hash.x    = (hash.x ^ bits) * 16777619u;
    hash.y    = (hash.y ^ (bits + (hash.x >> 7))) * 2246822519u;
}

void fold(inout uvec2 hash, vec4 v)
{
    fold(hash, v.x);
    fold(hash, v.y);
    fold(hash, v.z);
    fold(hash, v.w);
}

uvec2 sample_hash(uint index)
{
    uint state = p.seed + (index * 0x9E3779B9u);
    float a    = random_float(state);
    float b    = random_float(state);
    float c    = random_float(state);
    vec3 v     = vec3(a, b, c);
    uvec2 hash = uvec2(2166136261u, index);

    fold(hash, ((a * b) + c) - ((a + b) * c));
    fold(hash, vec4(exact_divide(a, b), exact_sqrt(abs(c)), exact_reciprocal(a), exact_rsqrt(abs(b))));
    fold(hash, vec4(exact_sincos(a), exact_exp(b), exact_mix(a, b, 0.3)));
    fold(hash, vec4(exact_normalize(v), exact_length(v)));
    fold(hash, vec4(exact_cross(v, v.zxy), exact_dot(v, v.yzx)));
    fold(hash, vec4(floor(a), float(exact_round_to_int(b)), min(a, b), max(b, c)));
    vec4 turn = quaternion_from_rotation_vector(v);
    vec4 q    = quaternion_normalize(quaternion_multiply(turn, vec4(v, 1.0)));
    fold(hash, turn);
    fold(hash, q);
    fold(hash, vec4(quaternion_rotate(q, v), 0.0));
    return hash;
}

void main()
{
    uint thread = gl_LocalInvocationID.x;
    if (thread == 0u)
    {
        failed  = 0u;
        hash_lo = 0u;
        hash_hi = 0u;
    }
    barrier();

    wrong = 0u;
    ask_rounding();
    ask_contraction();
    ask_comparison();
    ask_exact();
    uvec2 hash = uvec2(0u);
    for (uint i = thread; i < PROBE_SAMPLES; i += gl_WorkGroupSize.x)
        hash += sample_hash(i);
    atomicOr(failed, wrong);
    atomicAdd(hash_lo, hash.x);
    atomicAdd(hash_hi, hash.y);
    barrier();

    if (thread > 0u) return;
    bool same                  = hash_lo == PROBE_HASH_LO && hash_hi == PROBE_HASH_HI;
    result[PROBE_WORD_FAILED]  = failed | (same ? 0u : PROBE_FAILED_HASH);
    result[PROBE_WORD_HASH_LO] = hash_lo;
    result[PROBE_WORD_HASH_HI] = hash_hi;
    for (uint i = 4u; i < PROBE_WORDS; ++i)
        result[i] = 0u;
    result[PROBE_WORD_DONE] = PROBE_DONE;
}
