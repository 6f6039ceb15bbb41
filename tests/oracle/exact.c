#include "exact.h"

#ifdef __FAST_MATH__
#error "the oracle needs IEEE arithmetic: build without fast-math"
#endif

#include <float.h>
#include <math.h>
#include <string.h>

// Extended precision (x87) would round twice.
_Static_assert(FLT_EVAL_METHOD == 0, "float expressions must be evaluated as float");

#define SIGN 0x80000000u
#define MAGNITUDE 0x7FFFFFFFu
#define FRACTION 0x007FFFFFu
#define LEADING_ONE 0x00800000u // also the bits of the smallest normal, 2^-126
#define INFINITE 0x7F800000u
#define QUIET_NAN 0x7FC00000u
#define ONE 0x3F800000u
#define TWO_M40 0x2B800000u
#define TWO_M100 0x0D800000u
#define TWO_P100 0x71800000u

uint32_t oracle_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

float oracle_from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

bool oracle_is_nan(float x)
{
    return (oracle_bits(x) & MAGNITUDE) > INFINITE;
}

bool oracle_is_finite(float x)
{
    return (oracle_bits(x) & MAGNITUDE) < INFINITE;
}

float oracle_flush(float x)
{
    return (oracle_bits(x) & MAGNITUDE) < TWO_M40 ? 0.0f : x;
}

oracle_vec3 oracle_flush3(oracle_vec3 v)
{
    return (oracle_vec3){ oracle_flush(v.x), oracle_flush(v.y), oracle_flush(v.z) };
}

mas_vec4 oracle_flush4(mas_vec4 v)
{
    return (mas_vec4){ oracle_flush(v.x), oracle_flush(v.y), oracle_flush(v.z), oracle_flush(v.w) };
}

float oracle_clamp(float x, float lo, float hi)
{
    const float low = x > lo ? x : lo;
    return low < hi ? low : hi;
}

float oracle_mix(float a, float b, float t)
{
    const float from = a * (1.0f - t);
    const float to   = b * t;
    return from + to;
}

// Numbers outside +-(2^31 - 128) stop there; NaN and denormals give 0.
static float clamp_to_int_range(float x)
{
    const bool denormal = (oracle_bits(x) & MAGNITUDE) < LEADING_ONE;
    return denormal || oracle_is_nan(x) ? 0.0f : oracle_clamp(x, -2147483520.0f, 2147483520.0f);
}

int32_t oracle_floor_to_int(float x)
{
    return (int32_t)floorf(clamp_to_int_range(x));
}

// Halfway cases go to the even neighbour.
int32_t oracle_round_to_int(float x)
{
    const float c       = clamp_to_int_range(x);
    const float below   = floorf(c);
    const float rest    = c - below;
    const int32_t whole = (int32_t)below;
    const bool up       = rest > 0.5f || (rest == 0.5f && (whole & 1) != 0);
    return whole + (up ? 1 : 0);
}

// Relative error of the seed times x: 1 +- 0.052. One Newton step whose constant sits where the error is balanced,
// then a third-order step written as a small correction, so that its own rounding hardly counts.
static float reciprocal_core(float x)
{
    float r       = oracle_from_bits(0x7EF33000u - oracle_bits(x));
    r             = r * (2.0012f - x * r);
    const float e = 1.0f - x * r;
    const float p = e + e * e;
    return r + r * p;
}

float oracle_reciprocal(float x)
{
    const uint32_t bits      = oracle_bits(x);
    const uint32_t magnitude = bits & MAGNITUDE;
    const uint32_t sign      = magnitude >= TWO_M100 && magnitude <= INFINITE ? bits & SIGN : 0u;
    const uint32_t inside    = magnitude < TWO_M100 ? TWO_M100 : magnitude > TWO_P100 ? TWO_P100 : magnitude;
    return oracle_from_bits(oracle_bits(reciprocal_core(oracle_from_bits(inside))) | sign);
}

// The seed aims at 0.79 / sqrt(x), where y (A - x y y) is flattest: one multiplication fewer than Newton's 1.5 - 0.5.
static float rsqrt_core(float x)
{
    float y       = oracle_from_bits(0x5F0B4000u - (oracle_bits(x) >> 1));
    y             = y * (1.891f - (x * y) * y);
    const float e = 1.0f - (x * y) * y;
    const float p = e * (0.5f + 0.375f * e);
    return y + y * p;
}

float oracle_rsqrt(float x)
{
    const int32_t bits   = (int32_t)oracle_bits(x); // negative numbers and -0 are negative integers
    const int32_t inside = bits < (int32_t)TWO_M100   ? (int32_t)TWO_M100
                           : bits > (int32_t)TWO_P100 ? (int32_t)TWO_P100
                                                      : bits;
    return rsqrt_core(oracle_from_bits((uint32_t)inside));
}

float oracle_twice_rsqrt(float x)
{
    float y = oracle_from_bits(0x5F0B4000u - (oracle_bits(x) >> 1));
    y       = y * (1.891f - x * y * y);
    return y * (3.0000012f - x * y * y);
}

float oracle_rough_sqrt(float x, float unit)
{
    static const float term[] = { 2.4555023f, -3.0926915f, 2.3357869f, -0.69964658f };
    const float y             = oracle_from_bits(0x5F1FC800u - (oracle_bits(x) >> 1));
    const float root = x * y, one = root * y;
    float sum = unit * term[3];
    for (int k = 2; k >= 0; --k)
        sum = unit * term[k] + one * sum;
    return root * sum;
}

// The quotient of the fractions by plain 64-bit division: the shader gets the same integer from an estimate and a
// remainder modulo 2^32.
float oracle_divide(float a, float b)
{
    const uint32_t ua = oracle_bits(a), ub = oracle_bits(b);
    const uint32_t sign = (ua ^ ub) & SIGN;
    const uint32_t xa = ua & MAGNITUDE, xb = ub & MAGNITUDE;
    const bool zero_a = xa < LEADING_ONE, zero_b = xb < LEADING_ONE; // denormals count as zero
    const bool inf_a = xa == INFINITE, inf_b = xb == INFINITE;

    if (xa > INFINITE || xb > INFINITE || (zero_a && zero_b) || (inf_a && inf_b)) return oracle_from_bits(QUIET_NAN);
    if (inf_a || zero_b) return oracle_from_bits(sign | INFINITE);
    if (zero_a || inf_b) return oracle_from_bits(sign);

    const uint64_t fa  = (xa & FRACTION) | LEADING_ONE;
    const uint64_t fb  = (xb & FRACTION) | LEADING_ONE;
    const int shift    = fa < fb ? 24 : 23;
    const uint64_t q   = (fa << shift) / fb; // 2^23 .. 2^24 - 1
    const uint64_t rem = (fa << shift) % fb;
    const int exponent = (int)(xa >> 23) - (int)(xb >> 23) + 127 - (shift - 23);
    if (exponent < 1) return oracle_from_bits(sign);
    if (exponent > 254) return oracle_from_bits(sign | INFINITE);
    // No tie and no carry exist: see exact_divide.glsl.
    const uint32_t rounded = (uint32_t)q + (2 * rem > fb ? 1u : 0u);
    return oracle_from_bits(sign | ((uint32_t)exponent << 23) | (rounded & FRACTION));
}

float oracle_sqrt(float x)
{
    const uint32_t bits = oracle_bits(x);
    const uint32_t mag  = bits & MAGNITUDE;
    if (mag < LEADING_ONE) return oracle_from_bits(bits & SIGN); // +-0, and denormals with their sign
    if (mag > INFINITE || bits != mag) return oracle_from_bits(QUIET_NAN);
    if (mag == INFINITE) return x;

    const int exponent   = (int)(mag >> 23) - 127;
    const int odd        = exponent & 1;
    const uint64_t value = (uint64_t)((mag & FRACTION) | LEADING_ONE) << (23 + odd);
    uint64_t root        = 0; // digit by digit: the largest root whose square fits
    for (uint64_t digit = 1u << 23; digit != 0; digit >>= 1)
        if ((root + digit) * (root + digit) <= value) root += digit;
    const uint32_t rounded = (uint32_t)root + (value - root * root > root ? 1u : 0u);
    return oracle_from_bits(((uint32_t)((exponent - odd) / 2 + 127) << 23) | (rounded & FRACTION));
}

static float sine_tail(float z)
{
    return (z * -1.9515295891e-4f + 8.3321608736e-3f) * z + -1.6666654611e-1f;
}

float oracle_sinc_series(float z)
{
    return 1.0f + z * sine_tail(z);
}

float oracle_cos_series(float z)
{
    const float c = (z * 2.443315711809948e-5f + -1.388731625493765e-3f) * z + 4.166664568298827e-2f;
    return (1.0f - 0.5f * z) + (z * z) * c;
}

oracle_vec2 oracle_sincos(float x)
{
    const uint32_t bits = oracle_bits(x);
    const uint32_t mag  = bits & MAGNITUDE;
    const uint32_t sign = mag < LEADING_ONE ? 0u : bits & SIGN;
    const float a       = oracle_from_bits(mag < LEADING_ONE ? 0u : mag > 0x46000000u ? 0x46000000u : mag);

    const float turns      = floorf(a * 0.63661977f + 0.5f); // quarter turns
    const uint32_t quarter = (uint32_t)turns;
    float r                = a - turns * 1.5703125f;
    r                      = r - turns * 4.837512969970703e-4f;
    r                      = r - (turns * 0.000244140625f) * 3.0923940e-4f;

    const float z      = oracle_flush(r * r);
    const float sine   = r + (r * z) * sine_tail(z);
    const float cosine = oracle_cos_series(z);

    const bool swap = (quarter & 1u) != 0;
    oracle_vec2 out;
    out.x = oracle_from_bits(oracle_bits(swap ? cosine : sine) ^ ((quarter & 2u) << 30) ^ sign);
    out.y = oracle_from_bits(oracle_bits(swap ? sine : cosine) ^ (((quarter + 1u) & 2u) << 30));
    return out;
}

float oracle_exp(float x)
{
    const uint32_t bits = oracle_bits(x);
    const bool negative = (bits & SIGN) != 0;
    const uint32_t last = negative ? 0x42AE0000u : 0x42B00000u; // 87, 88
    const uint32_t mag  = (bits & MAGNITUDE) > last ? last : bits & MAGNITUDE;
    const float c       = oracle_from_bits(mag | (bits & SIGN));

    const float k = floorf(c * 1.44269504f + 0.5f);
    float r       = c - k * 0.693359375f;
    r             = r - k * -2.12194440e-4f;

    float p       = r * 1.9875691500e-4f + 1.3981999507e-3f;
    p             = p * r + 8.3334519073e-3f;
    p             = p * r + 4.1665795894e-2f;
    p             = p * r + 1.6666665459e-1f;
    p             = p * r + 5.0000001201e-1f;
    const float y = (p * (r * r) + r) + 1.0f;
    return oracle_from_bits(oracle_bits(y) + ((uint32_t)(int32_t)k << 23));
}

float oracle_dot2(oracle_vec2 a, oracle_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

float oracle_dot3(oracle_vec3 a, oracle_vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

float oracle_dot4(mas_vec4 a, mas_vec4 b)
{
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

oracle_vec3 oracle_cross(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static bool shorter_than_2_m50(float squared)
{
    return oracle_bits(squared) < TWO_M100;
}

static float length_of(float squared)
{
    return shorter_than_2_m50(squared) ? 0.0f : squared * oracle_rsqrt(squared);
}

float oracle_length2(oracle_vec2 v)
{
    return length_of(oracle_dot2(v, v));
}

float oracle_length3(oracle_vec3 v)
{
    return length_of(oracle_dot3(v, v));
}

float oracle_length4(mas_vec4 v)
{
    return length_of(oracle_dot4(v, v));
}

oracle_vec2 oracle_normalize2(oracle_vec2 v)
{
    const float squared = oracle_dot2(v, v);
    const float s       = oracle_rsqrt(squared);
    if (shorter_than_2_m50(squared)) return (oracle_vec2){ 0.0f, 0.0f }; // +0, not -0
    return (oracle_vec2){ v.x * s, v.y * s };
}

oracle_vec3 oracle_normalize3(oracle_vec3 v)
{
    const float squared = oracle_dot3(v, v);
    const float s       = oracle_rsqrt(squared);
    if (shorter_than_2_m50(squared)) return (oracle_vec3){ 0.0f, 0.0f, 0.0f }; // +0, not -0
    return (oracle_vec3){ v.x * s, v.y * s, v.z * s };
}

mas_vec4 oracle_normalize4(mas_vec4 v)
{
    const float squared = oracle_dot4(v, v);
    const float s       = oracle_rsqrt(squared);
    if (shorter_than_2_m50(squared)) return (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f }; // +0, not -0
    return (mas_vec4){ v.x * s, v.y * s, v.z * s, v.w * s };
}
