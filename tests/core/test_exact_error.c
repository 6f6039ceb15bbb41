// The twins of exact.glsl against double precision: the largest errors that exact.glsl and quaternion.glsl state, and
// what they promise for 0, infinity, NaN and denormals. The GPU equals the twins (test_exact.c), so this holds there
// too. Red when a seed, a polynomial or a reduction gets worse than stated, or a special case changes.
// runs: host. It needs no device.
#include "oracle/exact.h"
#include "oracle/quaternion.h"

#include "harness.h"

#include <math.h>

static double ulp_of(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, exponent - 24);
}

static void raise(double* worst, double value)
{
    if (!(value <= *worst)) *worst = value; // a NaN counts as worse
}

// Bounds are a little above what is measured, and stated values lie between.
static void bounded(const char* what, double worst, double bound)
{
    munit_logf(MUNIT_LOG_INFO, "%s: %.4g, stated %.4g", what, worst, bound);
    if (!(worst <= bound)) munit_errorf("%s: %.6g is above the stated %.6g", what, worst, bound);
}

// Every mantissa: one octave of the reciprocal, two of the root. The other octaves repeat them, exponents shifted.
static MunitResult reciprocals(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    double ulp = 0, relative = 0, root_ulp = 0, root_relative = 0, rough = 0, sqrt_rough = 0;
    for (uint32_t bits = 0x3F800000; bits < 0x40800000; ++bits)
    {
        const float x    = oracle_from_bits(bits);
        const double one = 1.0 / x, root = 1.0 / sqrt(x);
        if (bits < 0x40000000)
        {
            const double error = fabs(oracle_reciprocal(x) - one);
            raise(&ulp, error / ulp_of(one));
            raise(&relative, error / one);
        }
        const double error = fabs(oracle_rsqrt(x) - root);
        raise(&root_ulp, error / ulp_of(root));
        raise(&root_relative, error / root);
        raise(&rough, fabs(oracle_twice_rsqrt(x) / (2.0 * root) - 1.0));
        for (float unit = 1.0f; unit < 2.0f; unit += 0.14f) // its terms are rounded in another way
            raise(&sqrt_rough, fabs(oracle_rough_sqrt(x, unit) / unit * root - 1.0));
    }
    bounded("reciprocal, ULP", ulp, 1.46);
    bounded("reciprocal, relative", relative, 1.15e-7);
    bounded("rsqrt, ULP", root_ulp, 1.49);
    bounded("rsqrt, relative", root_relative, 1.15e-7);
    bounded("twice rsqrt, relative", rough, 7.5e-7);
    bounded("rough sqrt, relative", sqrt_rough, 9.6e-7);

    for (int e = -100; e < 100; ++e) // octaves repeat
    {
        const float x = 1.2345678f;
        munit_assert_true(oracle_reciprocal(ldexpf(x, e)) == ldexpf(oracle_reciprocal(x), -e));
        munit_assert_true(oracle_reciprocal(-ldexpf(x, e)) == -ldexpf(oracle_reciprocal(x), -e));
        if (e % 2 != 0) continue;
        munit_assert_true(oracle_rsqrt(ldexpf(x, e)) == ldexpf(oracle_rsqrt(x), -e / 2));
        munit_assert_true(oracle_twice_rsqrt(ldexpf(x, e)) == ldexpf(oracle_twice_rsqrt(x), -e / 2));
        munit_assert_true(oracle_rough_sqrt(ldexpf(x, e), 3.1f) == ldexpf(oracle_rough_sqrt(x, 3.1f), e / 2));
    }
    return MUNIT_OK;
}

static MunitResult sine_and_exponential(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    const uint32_t stride = test_full() ? 1 : 97; // prime: no bit of the fraction stands still
    double absolute = 0, ulp = 0, unit = 0, exponential = 0;
    for (uint32_t bits = 0x30000000; bits <= 0x46000000; bits += stride) // 2^-31 .. 8192
    {
        const float x        = oracle_from_bits(bits);
        const oracle_vec2 sc = oracle_sincos(x), back = oracle_sincos(-x);
        munit_assert_true(back.x == -sc.x && back.y == sc.y);
        munit_assert_true(fabsf(sc.x) <= 1.0f && fabsf(sc.y) <= 1.0f);
        const double sine_error = fabs(sc.x - sin(x));
        raise(&absolute, fmax(sine_error, fabs(sc.y - cos(x))));
        raise(&unit, fabs((double)sc.x * sc.x + (double)sc.y * sc.y - 1.0));
        if (x < 0.78f) raise(&ulp, sine_error / ulp_of(sin(x)));
        if (x <= 88.0f) raise(&exponential, fabs(oracle_exp(x) - exp(x)) / ulp_of(exp(x)));
        if (x <= 87.0f) raise(&exponential, fabs(oracle_exp(-x) - exp(-x)) / ulp_of(exp(-x)));
    }
    bounded("sine and cosine", absolute, 9.4e-8);
    bounded("sine below 0.78, ULP", ulp, 0.79);
    bounded("sin^2 + cos^2 - 1", unit, 1.7e-7);
    bounded("exponential, ULP", exponential, 1.0);
    return MUNIT_OK;
}

static float random_between(uint64_t* seed, int lo, int hi)
{
    const uint32_t exponent = (uint32_t)(127 + lo + (int)(test_random(seed) % (uint32_t)(hi - lo + 1)));
    return oracle_from_bits((test_random(seed) & 0x807FFFFFu) | (exponent << 23));
}

static oracle_vec3 random_vector(uint64_t* seed, int lo, int hi)
{
    const int e = lo + (int)(test_random(seed) % (uint32_t)(hi - lo + 1));
    oracle_vec3 v;
    v.x = random_between(seed, e - 3, e);
    v.y = random_between(seed, e - 3, e);
    v.z = random_between(seed, e - 3, e);
    return v;
}

static double length_of(double x, double y, double z, double w)
{
    return sqrt(x * x + y * y + z * z + w * w);
}

static MunitResult vectors(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    uint64_t seed = 7;
    double ulp = 0, relative = 0, component = 0, unit = 0, turn = 0, turn_unit = 0, slow = 0, rotated = 0;
    for (uint32_t i = 0; i < (test_full() ? 20000000u : 500000u); ++i)
    {
        const oracle_vec3 v = random_vector(&seed, -45, 46);
        const double length = length_of(v.x, v.y, v.z, 0);
        raise(&ulp, fabs(oracle_length3(v) - length) / ulp_of(length));
        raise(&relative, fabs(oracle_length3(v) / length - 1.0));
        const oracle_vec3 n = oracle_normalize3(v);
        raise(&component, fmax(fabs(n.x - v.x / length), fmax(fabs(n.y - v.y / length), fabs(n.z - v.z / length))));
        raise(&unit, fabs(length_of(n.x, n.y, n.z, 0) - 1.0));

        const oracle_vec3 r = random_vector(&seed, -30, 12);
        const double angle = length_of(r.x, r.y, r.z, 0), s = sin(angle / 2) / angle, c = cos(angle / 2);
        const mas_vec4 q = oracle_quaternion_from_rotation_vector(r);
        const double off =
            fmax(fmax(fabs(q.x - r.x * s), fabs(q.y - r.y * s)), fmax(fabs(q.z - r.z * s), fabs(q.w - c)));
        raise(&turn, off / fmax(1.0, angle));
        raise(&turn_unit, fabs(length_of(q.x, q.y, q.z, q.w) - 1.0));
        if (angle < 1.0) raise(&slow, fabs(q.x / (r.x * s) - 1.0));

        // Away from the axis and back again: the length survives, and the inverse finds home.
        const mas_vec4 unit_q  = oracle_quaternion_normalize(q);
        const oracle_vec3 a    = random_vector(&seed, -3, 3);
        const oracle_vec3 home = oracle_quaternion_rotate_inverse(unit_q, oracle_quaternion_rotate(unit_q, a));
        const double size      = length_of(a.x, a.y, a.z, 0);
        raise(&rotated, length_of(home.x - a.x, home.y - a.y, home.z - a.z, 0) / size);
    }
    bounded("length, ULP", ulp, 2.9);
    bounded("length, relative", relative, 2.0e-7);
    bounded("normalize, component", component, 1.7e-7);
    bounded("normalize, length", unit, 1.8e-7);
    bounded("rotation vector, component", turn, 1.4e-7);
    bounded("rotation vector, length", turn_unit, 2.5e-7);
    bounded("rotation vector below 1 rad, relative", slow, 1.2e-7);
    bounded("there and back, relative", rotated, 1.5e-6);
    return MUNIT_OK;
}

// By bits: what the comments of exact.glsl promise.
static MunitResult special_values(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    const struct
    {
        float (*function)(float);
        uint32_t x, result;
    } unary[] = {
        { oracle_reciprocal, 0x00000000, 0x71800000 }, { oracle_reciprocal, 0x80000000, 0x71800000 }, // +-0: 2^100
        { oracle_reciprocal, 0x80000001, 0x71800000 }, { oracle_reciprocal, 0x7F800000, 0x0D800000 },
        { oracle_reciprocal, 0xFF800000, 0x8D800000 }, { oracle_reciprocal, 0xFFC00000, 0x0D800000 },
        { oracle_rsqrt, 0x00000000, 0x58800000 },      { oracle_rsqrt, 0x80000000, 0x58800000 }, // 2^50
        { oracle_rsqrt, 0xBF800000, 0x58800000 },      { oracle_rsqrt, 0x7F800000, 0x26800000 }, // 2^-50
        { oracle_sqrt, 0x80000000, 0x80000000 },       { oracle_sqrt, 0x007FFFFF, 0x00000000 },
        { oracle_sqrt, 0x807FFFFF, 0x80000000 },       { oracle_sqrt, 0xBF800000, 0x7FC00000 },
        { oracle_sqrt, 0xFF800000, 0x7FC00000 },       { oracle_sqrt, 0x7F800001, 0x7FC00000 },
        { oracle_sqrt, 0x7F800000, 0x7F800000 },       { oracle_sqrt, 0x00800000, 0x20000000 },
        { oracle_exp, 0x00000000, 0x3F800000 },        { oracle_exp, 0x80000000, 0x3F800000 },
        { oracle_exp, 0x7F800000, 0x7EF882B7 },        { oracle_exp, 0xFF800000, 0x00B33687 }, // e^88, e^-87
        { oracle_flush, 0x80000000, 0x00000000 },      { oracle_flush, 0x2B7FFFFF, 0x00000000 },
        { oracle_flush, 0xAB800000, 0xAB800000 },      { oracle_flush, 0xFF800000, 0xFF800000 },
    };
    for (size_t i = 0; i < MAS_COUNT(unary); ++i)
        munit_assert_uint32(oracle_bits(unary[i].function(oracle_from_bits(unary[i].x))), ==, unary[i].result);

    static const uint32_t quotient[][3] = {
        { 0x00000000, 0xBF800000, 0x80000000 }, { 0xBF800000, 0x00000000, 0xFF800000 }, // -0, -infinity
        { 0x00000000, 0x80000000, 0x7FC00000 }, { 0x7F800000, 0xFF800000, 0x7FC00000 }, // NaN
        { 0x007FFFFF, 0x00000001, 0x7FC00000 }, { 0x3F800000, 0x80000001, 0xFF800000 }, // denormals as zeros
        { 0xFFFFFFFF, 0x3F800000, 0x7FC00000 }, { 0x3F800000, 0x7F800001, 0x7FC00000 },
        { 0x7F7FFFFF, 0x3F7FFFFF, 0x7F800000 }, { 0x00800000, 0x3F800001, 0x00000000 }, // over, under
        { 0x80FFFFFF, 0x40000000, 0x80000000 }, { 0x7F7FFFFF, 0x7F7FFFFF, 0x3F800000 },
        { 0x00800000, 0x00800000, 0x3F800000 }, { 0x3F800000, 0xFF800000, 0x80000000 },
    };
    for (size_t i = 0; i < MAS_COUNT(quotient); ++i)
        munit_assert_uint32(
            oracle_bits(oracle_divide(oracle_from_bits(quotient[i][0]), oracle_from_bits(quotient[i][1]))), ==,
            quotient[i][2]);

    // Arguments without a meaning count as 8192, denormals as +0.
    const oracle_vec2 far = oracle_sincos(8192.0f), lost = oracle_sincos(oracle_from_bits(0x7FC00000));
    munit_assert_true(far.x == lost.x && far.y == lost.y);
    munit_assert_true(oracle_sincos(oracle_from_bits(0xFF800000)).x == -far.x);
    munit_assert_uint32(oracle_bits(oracle_sincos(oracle_from_bits(0x80000001)).x), ==, 0);
    munit_assert_uint32(oracle_bits(oracle_sincos(0x1p-126f).x), ==, 0x00800000);

    static const struct
    {
        float x;
        int32_t round, floor;
    } whole[] = {
        { 0.5f, 0, 0 },
        { 1.5f, 2, 1 },
        { 2.5f, 2, 2 },
        { -0.5f, 0, -1 },
        { -1.5f, -2, -2 },
        { -2.5f, -2, -3 },
        { 0x1.fffffep-2f, 0, 0 },
        { -0x1p-126f, 0, -1 },
        { -0x1p-149f, 0, 0 },
        { 8388609.0f, 8388609, 8388609 },
        { INFINITY, 2147483520, 2147483520 },
        { -INFINITY, -2147483520, -2147483520 },
        { NAN, 0, 0 },
    };
    for (size_t i = 0; i < MAS_COUNT(whole); ++i)
    {
        munit_assert_int32(oracle_round_to_int(whole[i].x), ==, whole[i].round);
        munit_assert_int32(oracle_floor_to_int(whole[i].x), ==, whole[i].floor);
    }

    const oracle_vec3 none = oracle_normalize3((oracle_vec3){ -0x1p-52f, 0.0f, -0x1p-60f });
    munit_assert_uint32(oracle_bits(none.x) | oracle_bits(none.y) | oracle_bits(none.z), ==, 0);
    munit_assert_true(oracle_length3((oracle_vec3){ 0x1p-52f, 0x1p-52f, 0.0f }) == 0.0f);
    munit_assert_true(oracle_quaternion_normalize((mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f }).w == 1.0f);
    // A spin too slow for its square still turns.
    munit_assert_true(oracle_quaternion_from_rotation_vector((oracle_vec3){ 0x1p-39f, 0.0f, 0.0f }).x == 0x1p-40f);
    munit_assert_true(oracle_mix(3.0f, 7.1f, 1.0f) == 7.1f && oracle_mix(3.3f, 7.0f, 0.0f) == 3.3f);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/reciprocals", reciprocals, NULL, NULL, 0, NULL },
    { "/sine-and-exponential", sine_and_exponential, NULL, NULL, 0, NULL },
    { "/vectors", vectors, NULL, NULL, 0, NULL },
    { "/special-values", special_values, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_exact_error_suite = { "/exact_error", tests, NULL, 1, 0 };
