// Arithmetic that gives the same bits on every device that rounds to nearest even and does not fuse.
// Only operations whose result Vulkan then fixes are used: integers, float + - *, comparisons, min, max, floor, bit
// casts, int to float below 2^24, float to int after a clamp. Numbers are taken apart and limited by bits, because
// neither NaN, the sign of zero nor denormals survive every driver. C twins: tests/oracle/exact.c.
//
//                  valid input             largest error                                   cost L25  SS
// exact_divide     any                     correctly rounded                                   7.8   8.0
// exact_sqrt       any                     correctly rounded                                   8.4  10.3
// exact_reciprocal 2^-100 <= |x| <= 2^100  1.46 ULP, 1.15e-7 relative (all)                    1.6   2.4
// exact_rsqrt      2^-100 <= x <= 2^100    1.49 ULP, 1.15e-7 relative (all)                    1.7   2.4
// exact_twice_rsqrt, exact_rough_sqrt: the same, 7.5e-7 and 9.6e-7 relative (all), for pairs    -     -
// exact_sincos     |x| <= 8192             9.4e-8 (all); sin 0.79 ULP where |x| < 0.78         5.3   4.2
// exact_exp        -87 <= x <= 88          1.00 ULP (all)                                      4.8   3.4
// exact_length     2^-49 <= |v| <= 2^49    2.9 ULP, 2.0e-7 relative                            2.5   3.1
// exact_normalize  2^-49 <= |v| <= 2^49    1.7e-7 per component, 1.8e-7 in length              2.7   3.5
// exact_flush      any                     -                                                   1.0   1.1
//
// (all): over every mantissa, or every float down to 2^-31; the others over 2 10^7 random vectors. Cost: time of a loop
// of one multiply-add and the function, the loop without the function = 1, one core; L25 lavapipe 25 (256 bits), SS
// SwiftShader. Native divide and root are 1.1 there.
//
// Denormal inputs count as 0 everywhere. A product of state values may still be denormal on one device and 0 on
// another: that stays below 2^-40, and exact_flush removes it on the way into state.
#ifndef MAS_EXACT_GLSL
#define MAS_EXACT_GLSL

const uint EXACT_SIGN      = 0x80000000u;
const uint EXACT_MAGNITUDE = 0x7FFFFFFFu;
const uint EXACT_FRACTION  = 0x007FFFFFu;
const uint EXACT_NORMAL    = 0x00800000u; // 2^-126, the smallest normal; also the leading one of a fraction
const uint EXACT_INFINITE  = 0x7F800000u;
const uint EXACT_NAN       = 0x7FC00000u; // the only NaN these functions return
const uint EXACT_TWO_M40   = 0x2B800000u;
const uint EXACT_TWO_M100  = 0x0D800000u;
const uint EXACT_TWO_P100  = 0x71800000u;

bool exact_is_nan(float x)
{
    return (floatBitsToUint(x) & EXACT_MAGNITUDE) > EXACT_INFINITE;
}

bool exact_is_finite(float x)
{
    return (floatBitsToUint(x) & EXACT_MAGNITUDE) < EXACT_INFINITE;
}

bool exact_is_finite(vec2 v)
{
    return all(lessThan(floatBitsToUint(v) & EXACT_MAGNITUDE, uvec2(EXACT_INFINITE)));
}

bool exact_is_finite(vec3 v)
{
    return all(lessThan(floatBitsToUint(v) & EXACT_MAGNITUDE, uvec3(EXACT_INFINITE)));
}

bool exact_is_finite(vec4 v)
{
    return all(lessThan(floatBitsToUint(v) & EXACT_MAGNITUDE, uvec4(EXACT_INFINITE)));
}

// Everything written to state passes here: magnitudes below 2^-40, and -0, become +0. Infinity and NaN pass.
float exact_flush(float x)
{
    return (floatBitsToUint(x) & EXACT_MAGNITUDE) < EXACT_TWO_M40 ? 0.0 : x;
}

vec2 exact_flush(vec2 v)
{
    return mix(v, vec2(0.0), lessThan(floatBitsToUint(v) & EXACT_MAGNITUDE, uvec2(EXACT_TWO_M40)));
}

vec3 exact_flush(vec3 v)
{
    return mix(v, vec3(0.0), lessThan(floatBitsToUint(v) & EXACT_MAGNITUDE, uvec3(EXACT_TWO_M40)));
}

vec4 exact_flush(vec4 v)
{
    return mix(v, vec4(0.0), lessThan(floatBitsToUint(v) & EXACT_MAGNITUDE, uvec4(EXACT_TWO_M40)));
}

// lo <= hi; numbers only: a NaN gives different results on different devices. A zero result may have either sign
// when x and a limit are zeros of different sign.
float exact_clamp(float x, float lo, float hi)
{
    return min(max(x, lo), hi);
}

vec2 exact_clamp(vec2 v, vec2 lo, vec2 hi)
{
    return min(max(v, lo), hi);
}

vec3 exact_clamp(vec3 v, vec3 lo, vec3 hi)
{
    return min(max(v, lo), hi);
}

vec4 exact_clamp(vec4 v, vec4 lo, vec4 hi)
{
    return min(max(v, lo), hi);
}

// a at t = 0 and b at t = 1, exactly; not monotonic to the last bit in between.
float exact_mix(float a, float b, float t)
{
    return (a * (1.0 - t)) + (b * t);
}

vec2 exact_mix(vec2 a, vec2 b, float t)
{
    return (a * (1.0 - t)) + (b * t);
}

vec3 exact_mix(vec3 a, vec3 b, float t)
{
    return (a * (1.0 - t)) + (b * t);
}

vec4 exact_mix(vec4 a, vec4 b, float t)
{
    return (a * (1.0 - t)) + (b * t);
}

// Any input gives an integer: magnitudes stop at 2^31 - 128; NaN and denormals, which floor keeps or loses after the
// device, give 0. One unsigned comparison finds both: too small wraps around, NaN lies above.
float exact_int_range(float x)
{
    uint magnitude = floatBitsToUint(x) & EXACT_MAGNITUDE;
    bool number    = magnitude - EXACT_NORMAL <= EXACT_INFINITE - EXACT_NORMAL;
    return min(max(number ? x : 0.0, -2147483520.0), 2147483520.0);
}

int exact_floor_to_int(float x)
{
    return int(floor(exact_int_range(x)));
}

// Halfway cases go to the even neighbour.
int exact_round_to_int(float x)
{
    float inside = exact_int_range(x);
    float below  = floor(inside);
    float rest   = inside - below; // exact, or 1 just under an integer
    int whole    = int(below);
    bool up      = rest > 0.5 || (rest == 0.5 && (whole & 1) != 0);
    return whole + (up ? 1 : 0);
}

// 1/x for 2^-100 <= x <= 2^100. The seed subtracts exponents and fractions in one go (x r = 1 +- 0.052); one Newton
// step with a balanced constant leaves 1.4e-3, one third-order step the rounding. That last step adds a small
// correction, so that only the rounding of x r and of the final sum count.
float exact_reciprocal_core(float x)
{
    float r = uintBitsToFloat(0x7EF33000u - floatBitsToUint(x));
    r       = r * (2.0012 - (x * r));
    float e = 1.0 - (x * r);
    return r + (r * (e + (e * e)));
}

// 1/x. Magnitudes are first limited to 2^-100 .. 2^100, so that the result is always finite and normal: infinities
// give +-2^-100, anything below 2^-100 (+0 and -0 alike) gives +2^100, NaN gives +2^-100.
float exact_reciprocal(float x)
{
    uint bits      = floatBitsToUint(x);
    uint magnitude = bits & EXACT_MAGNITUDE;
    bool has_sign  = magnitude - EXACT_TWO_M100 <= EXACT_INFINITE - EXACT_TWO_M100;
    float inside   = uintBitsToFloat(min(max(magnitude, EXACT_TWO_M100), EXACT_TWO_P100));
    uint sign      = bits & EXACT_SIGN;
    sign           = has_sign ? sign : 0u;
    return uintBitsToFloat(floatBitsToUint(exact_reciprocal_core(inside)) | sign);
}

// 1/sqrt(x) for 2^-100 <= x <= 2^100. The seed aims at 0.79/sqrt(x), where y (A - x y y) is flattest: one
// multiplication fewer than Newton's 1.5 - 0.5 x y y, and 8.9e-4 is left; then a third-order step.
float exact_rsqrt_core(float x)
{
    float y = uintBitsToFloat(0x5F0B4000u - (floatBitsToUint(x) >> 1));
    y       = y * (1.891 - ((x * y) * y));
    float e = 1.0 - ((x * y) * y);
    return y + (y * (e * (0.5 + (0.375 * e))));
}


// 1/sqrt(x). x is first limited to 2^-100 .. 2^100, so that the result is always finite: anything below (0, -0 and all
// negative numbers) gives 2^50, anything above, infinity included, 2^-50; NaN one of the two, after its sign bit.
float exact_rsqrt(float x)
{
    int bits = min(max(floatBitsToInt(x), int(EXACT_TWO_M100)), int(EXACT_TWO_P100));
    return exact_rsqrt_core(intBitsToFloat(bits));
}

// Of exact_rough_sqrt: 1 / sqrt(one) for 0.7483 <= one <= 0.8419, good to 4.1e-7 before rounding, times unit.
vec4 exact_rough_terms(float unit)
{
    return unit * vec4(2.4555023, -3.0926915, 2.3357869, -0.69964658);
}

#define REAL float
#include "exact_rough.glsl"
#undef REAL
#define REAL vec4
#include "exact_rough.glsl"
#undef REAL
#include "exact_divide.glsl"
#include "exact_trigonometry.glsl"
#include "exact_vector.glsl"

#endif
