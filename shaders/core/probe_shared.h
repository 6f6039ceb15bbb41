// The probe: what it is given, what it answers, and the answer every device must give.
#ifndef MAS_PROBE_SHARED_H
#define MAS_PROBE_SHARED_H

#include "list_shared.h"

#define PROBE_DONE 0x6D617373u // "mass": the kernel ran to its end
#define PROBE_SAMPLES 256u     // inputs that go through every exact function
#define PROBE_WORDS 16         // size of the result buffer in uints
#define PROBE_SEED 0x13579BDFu

// The hash over all samples, as tests/oracle/probe.c computes it. A change of exact.glsl that moves a bit moves these,
// and with them every replay: tests/core/test_probe.c prints the new ones.
#define PROBE_HASH_LO 0xE4364A89u
#define PROBE_HASH_HI 0x48738BA6u

// Words of the result.
#define PROBE_WORD_DONE 0
#define PROBE_WORD_FAILED 1 // PROBE_FAILED_*; 0: same bits as every other device that answers 0
#define PROBE_WORD_HASH_LO 2
#define PROBE_WORD_HASH_HI 3

#define PROBE_FAILED_ADD 0x001u         // a sum is not rounded to nearest even
#define PROBE_FAILED_MULTIPLY 0x002u    // a product is not rounded to nearest even
#define PROBE_FAILED_CONTRACTION 0x004u // a * b + c is fused, although decorated NoContraction
#define PROBE_FAILED_ORDER 0x008u       // terms are reordered, although decorated NoContraction
#define PROBE_FAILED_COMPARE 0x010u     // min, max, abs, floor, a comparison or a selection
#define PROBE_FAILED_CONVERT 0x020u     // int to float or back, in range
#define PROBE_FAILED_INTEGER 0x040u     // wrapping product, shift or bit cast
#define PROBE_FAILED_DIVIDE 0x080u      // exact_divide
#define PROBE_FAILED_SQRT 0x100u        // exact_sqrt
#define PROBE_FAILED_FLUSH 0x200u       // exact_flush, or a test for NaN or infinity
#define PROBE_FAILED_HASH 0x400u        // one of the samples; set alone: reciprocals, sine, exponential or vectors

// Inputs come from the host, so that no compiler can compute the answers itself. 64 of 128 bytes.
STRUCT(probe_push)
{
    mas_range range;     // as every kernel; not used
    float one;           // 1
    float three;         // 3
    float ulp;           // 2^-23, the distance from 1 to the next float
    float half_ulp;      // 2^-24
    float above_half;    // 2^-24 + 2^-47, the next float
    float near_one;      // 1 + 2^-12: its square needs one bit too many
    float square;        // 1 + 2^-11: that square, rounded
    float big;           // 2^24
    float one_and_half;  // 1.5
    float minus_3_5;     // -3.5
    float zero;          // 0
    int   minus_five;    // -5
    uint  minus_one;     // 2^32 - 1
    uint  seed;          // PROBE_SEED
};

#ifdef __STDC__
// The values that the comments above name.
static inline probe_push probe_push_default(void)
{
    const probe_push p = {
        .one          = 1.0f,
        .three        = 3.0f,
        .ulp          = 0x1p-23f,
        .half_ulp     = 0x1p-24f,
        .above_half   = 0x1.000002p-24f,
        .near_one     = 0x1.001p0f,
        .square       = 0x1.002p0f,
        .big          = 0x1p24f,
        .one_and_half = 1.5f,
        .minus_3_5    = -3.5f,
        .zero         = 0.0f,
        .minus_five   = -5,
        .minus_one    = 0xFFFFFFFFu,
        .seed         = PROBE_SEED,
    };
    return p;
}
#endif

#endif
