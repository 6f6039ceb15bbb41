// exact.glsl and quaternion.glsl against their C twins, bit for bit; divide and root also against the CPU's own, which
// round correctly. Red when a constant, an order of evaluation or a special case of one side moves, or when the build
// stops decorating NoContraction (lavapipe then reorders dot products, exponentials and quaternions).
// runs: everywhere widths sizes own-devices. The scene of its family whose bits do not depend on vectors or workgroups.
#include "harness.h"
#include "exact_test_shared.h"
#include "oracle/exact.h"
#include "oracle/exact_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BATCH = 1 << 17 // elements per dispatch
};

static const mas_kernel_desc kernel = { .name = "exact_test", .access = "rrw", .push = sizeof(exact_test_push) };

static const char* const names[EXACT_TEST_COUNT] = {
    "divide",      "sqrt",    "reciprocal",  "rsqrt",           "sincos",      "exp",      "flush 4",
    "flush 1, 2",  "flush 3", "classify",    "clamp",           "mix",         "to int",   "dot",
    "cross",       "length",  "normalize 2", "normalize 3",     "normalize 4", "multiply", "conjugate",
    "normalize q", "rotate",  "rotate back", "rotation vector", "about",       "twice",
};

// 0, denormals, smallest and largest normals, 1, infinities, NaNs; then each function's own limits.
static const uint32_t special[] = {
    0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x00800001, 0x3F7FFFFF, 0x3F800000,
    0x3F800001, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000, 0x7FFFFFFF, 0x40000000,
    0x3F000000, 0x3EFFFFFF, 0x3F000001, 0x3FC00000, 0x2B7FFFFF, 0x2B800000, // flush, 2^-40
    0x0D7FFFFF, 0x0D800000,                                                 // reciprocals, 2^-100
    0x71800000, 0x71800001,                                                 // and 2^100
    0x3F490FDB, 0x3FC90FDB, 0x40490FDB,                                     // multiples of pi/4
    0x45FFFFFF, 0x46000000, 0x46000001,                                     // sine, 8192
    0x42AE0000, 0x42B00000, 0x42B00001,                                     // exponential, 87 and 88
    0x4B000000, 0x4EFFFFFF, 0x4F000000,                                     // integers, 2^23 and 2^31
    0x3F1D7DBF, 0x3F1DB22D,                                                 // series or sine, 0.616
};

typedef enum domain // where the same bits are promised
{
    ANY_BITS,
    MODERATE,  // 0 and magnitudes 2^-20 .. 2^20: no product of two is denormal
    LENGTHS,   // whose squares are normal or too short to count
    ROTATIONS, // up to 2^13 rad, down to spins whose square is lost
    SQUARES    // 0 and magnitudes 2^-100 .. 2^100
} domain;

static domain domain_of(uint32_t function)
{
    switch (function)
    {
    case EXACT_TEST_CLAMP:
    case EXACT_TEST_MIX:
    case EXACT_TEST_DOT:
    case EXACT_TEST_CROSS:
    case EXACT_TEST_MULTIPLY:
    case EXACT_TEST_CONJUGATE:
    case EXACT_TEST_ROTATE:
    case EXACT_TEST_ROTATE_INVERSE: return MODERATE;
    case EXACT_TEST_LENGTH:
    case EXACT_TEST_NORMALIZE_2:
    case EXACT_TEST_NORMALIZE_3:
    case EXACT_TEST_NORMALIZE_4:
    case EXACT_TEST_NORMALIZE_Q: return LENGTHS;
    case EXACT_TEST_ROTATION_VECTOR: return ROTATIONS;
    case EXACT_TEST_TWICE: return SQUARES;
    default: return ANY_BITS;
    }
}

// Any sign and fraction, exponents lo .. hi.
static uint32_t random_between(uint64_t* seed, int lo, int hi)
{
    const uint32_t exponent = (uint32_t)(127 + lo + (int)(test_random(seed) % (uint32_t)(hi - lo + 1)));
    return (test_random(seed) & 0x807FFFFFu) | (exponent << 23);
}

static uint32_t random_value(uint64_t* seed, domain d)
{
    const uint32_t dice = test_random(seed) % 16;
    if (d == ANY_BITS)
    {
        if (dice == 0) return special[test_random(seed) % MAS_COUNT(special)] | (test_random(seed) & 0x80000000u);
        if (dice < 6) return test_random(seed);
        return dice < 11 ? random_between(seed, -126, 127) : random_between(seed, -20, 20);
    }
    if (dice == 0) return 0;
    if (dice == 1) return random_between(seed, 0, 0);
    return d == MODERATE  ? random_between(seed, -20, 20)
           : d == LENGTHS ? random_between(seed, -59, 49)
           : d == SQUARES ? random_between(seed, -100, 99)
                          : random_between(seed, -100, 12);
}

// A quotient next to the middle of two floats: b times an odd number of 25 bits, rounded, and its neighbours.
static void near_midpoint_quotient(uint64_t* seed, uint32_t* a, uint32_t* b)
{
    const uint32_t fb = (test_random(seed) & 0x7FFFFF) | 0x800000;
    const uint32_t q  = 2 * ((test_random(seed) & 0x7FFFFF) | 0x800000) + 1;
    *b                = oracle_bits((float)fb);
    *a                = oracle_bits((float)((double)fb * q)) + test_random(seed) % 3 - 1;
    *a += (test_random(seed) % 120 << 23) - (80u << 23); // other exponents
    *a ^= test_random(seed) & 0x80000000u;
}

static uint32_t near_midpoint_square(uint64_t* seed)
{
    const double root = ((test_random(seed) & 0x7FFFFF) | 0x800000) + 0.5;
    const uint32_t x  = oracle_bits((float)(root * root)) + test_random(seed) % 3 - 1;
    return x + (test_random(seed) % 120 << 23) - (80u << 23);
}

static void make_input(uint32_t function, uint64_t* seed, mas_uvec4* a, mas_uvec4* b)
{
    const domain d    = domain_of(function);
    uint32_t *const x = &a->x, *const y = &b->x;
    for (int i = 0; i < 4; ++i)
    {
        x[i] = random_value(seed, d);
        y[i] = random_value(seed, d);
    }
    if (function == EXACT_TEST_CLAMP && oracle_from_bits(b->x) > oracle_from_bits(b->y))
    {
        const uint32_t low = b->y;
        b->y               = b->x;
        b->x               = low;
    }
    if (function == EXACT_TEST_MIX) b->w = oracle_bits((float)(test_random(seed) >> 8) * 0x1p-24f);
    if (test_random(seed) % 2 == 0) return;

    // Half of the inputs are where the function is likely to err.
    if (d == LENGTHS || d == ROTATIONS) // components of one size, around the limits of the length
    {
        const int e = (int)(test_random(seed) % 64) - 52;
        for (int i = 0; i < 4; ++i)
            x[i] = random_between(seed, e - 1, e);
    }
    for (int i = 0; i < 2; ++i)
    {
        const int whole = (int)(test_random(seed) % 10001) - 5000;
        if (function == EXACT_TEST_DIVIDE) near_midpoint_quotient(seed, &x[i], &y[i]);
        if (function == EXACT_TEST_SQRT) x[i] = near_midpoint_square(seed);
        if (function == EXACT_TEST_SINCOS || function == EXACT_TEST_ABOUT) // next to multiples of pi/4
            x[i] = oracle_bits((float)whole * 0.785398163f) + test_random(seed) % 5 - 2;
        if (function == EXACT_TEST_EXP) x[i] = oracle_bits((float)whole * 0.018f + 0.5f);
        if (function == EXACT_TEST_TO_INT) x[i] = oracle_bits((float)whole * 0.5f) + test_random(seed) % 3 - 1;
    }
}

// What C's operator or sqrtf say, with denormals as zeros and the one NaN.
static uint32_t native(uint32_t function, uint32_t a_bits, uint32_t b_bits)
{
    const float a    = oracle_from_bits((a_bits & 0x7F800000u) == 0 ? a_bits & 0x80000000u : a_bits);
    const float b    = oracle_from_bits((b_bits & 0x7F800000u) == 0 ? b_bits & 0x80000000u : b_bits);
    const uint32_t r = oracle_bits(function == EXACT_TEST_DIVIDE ? a / b : sqrtf(a));
    if ((r & 0x7FFFFFFFu) > 0x7F800000u) return 0x7FC00000u;
    return (r & 0x7F800000u) == 0 ? r & 0x80000000u : r;
}

static uint64_t inputs_of(uint32_t function)
{
    const bool rounded = function == EXACT_TEST_DIVIDE || function == EXACT_TEST_SQRT;
    if (test_full()) return rounded ? 100000000 : 10000000;
    return rounded || test_is_lavapipe25() ? 1000000 : 100000;
}

static void check_batch(uint32_t function, const mas_uvec4* a, const mas_uvec4* b, const mas_uvec4* found)
{
    for (uint32_t i = 0; i < BATCH; ++i)
    {
        const mas_uvec4 twin = oracle_exact_run(function, a[i], b[i]);
        if (memcmp(&twin, &found[i], sizeof twin) != 0)
            munit_errorf("%s: a %08x %08x %08x %08x, b %08x %08x %08x %08x: found %08x %08x %08x %08x, "
                         "twin %08x %08x %08x %08x",
                         names[function], a[i].x, a[i].y, a[i].z, a[i].w, b[i].x, b[i].y, b[i].z, b[i].w, found[i].x,
                         found[i].y, found[i].z, found[i].w, twin.x, twin.y, twin.z, twin.w);
        if (function != EXACT_TEST_DIVIDE && function != EXACT_TEST_SQRT) continue;
        for (int k = 0; k < 2; ++k)
        {
            const uint32_t x = (&a[i].x)[k], y = (&b[i].x)[k], r = (&twin.x)[k];
            if (r != native(function, x, y))
                munit_errorf("%s: %08x, %08x: twin %08x, correctly rounded %08x", names[function], x, y, r,
                             native(function, x, y));
        }
    }
}

static MunitResult equals_twin(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_reset(gpu);
    const mas_span spans[] = {
        mas_plan(&gpu->arena, MAS_SCRATCH, "a", BATCH, 16),
        mas_plan(&gpu->arena, MAS_SCRATCH, "b", BATCH, 16),
        mas_plan(&gpu->arena, MAS_SCRATCH, "result", BATCH, 16),
    };
    test_allocate(gpu);
    mas_pass pass;
    test_try(mas_pass_create(&gpu->kernels, &pass, &kernel, spans));

    const uint64_t bytes = (uint64_t)BATCH * sizeof(mas_uvec4);
    mas_uvec4* a         = aligned_alloc(64, bytes);
    mas_uvec4* b         = aligned_alloc(64, bytes);
    mas_uvec4* found     = aligned_alloc(64, bytes);
    for (uint32_t function = 0; function < EXACT_TEST_COUNT; ++function)
    {
        uint64_t seed = function;
        for (uint64_t done = 0; done < inputs_of(function); done += BATCH)
        {
            for (uint32_t i = 0; i < BATCH; ++i)
                make_input(function, &seed, &a[i], &b[i]);
            test_upload(gpu, spans[0], a, bytes);
            test_upload(gpu, spans[1], b, bytes);
            const exact_test_push push = { .function = function };
            mas_run(test_record(gpu), &pass, BATCH, &push);
            test_submit(gpu);
            test_download(gpu, spans[2], found, bytes);
            check_batch(function, a, b, found);
        }
    }
    free(a);
    free(b);
    free(found);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/equals-twin", equals_twin, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_exact_suite = { "/exact", tests, NULL, 1, 0 };
