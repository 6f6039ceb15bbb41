#include "probe.h"
#include "quaternion.h"

#ifdef __FAST_MATH__
#error "the oracle needs IEEE arithmetic: build without fast-math"
#endif

#include <math.h>

// pcg32 output on a 32-bit state (M. O'Neill).
static uint32_t next(uint32_t* state)
{
    *state              = *state * 747796405u + 2891336453u;
    const uint32_t word = ((*state >> ((*state >> 28) + 4)) ^ *state) * 277803737u;
    return (word >> 22) ^ word;
}

// Sign and fraction as they come; exponent 2^-20 .. 2^11 from five more bits.
static float next_float(uint32_t* state)
{
    const uint32_t r = next(state);
    return oracle_from_bits((r & 0x807FFFFFu) | ((107 + ((r >> 23) & 31)) << 23));
}

static void fold(oracle_probe_hash* h, float value)
{
    const uint32_t bits = oracle_bits(value);
    h->lo               = (h->lo ^ bits) * 16777619u;
    h->hi               = (h->hi ^ (bits + (h->lo >> 7))) * 2246822519u;
}

static void fold4(oracle_probe_hash* h, float x, float y, float z, float w)
{
    fold(h, x);
    fold(h, y);
    fold(h, z);
    fold(h, w);
}

static oracle_probe_hash sample_hash(uint32_t seed, uint32_t index)
{
    uint32_t state      = seed + index * 0x9E3779B9u;
    const float a       = next_float(&state);
    const float b       = next_float(&state);
    const float c       = next_float(&state);
    const oracle_vec3 v = { a, b, c };
    oracle_probe_hash h = { 2166136261u, index };

    fold(&h, (a * b + c) - (a + b) * c);
    fold4(&h, oracle_divide(a, b), oracle_sqrt(fabsf(c)), oracle_reciprocal(a), oracle_rsqrt(fabsf(b)));
    const oracle_vec2 sc = oracle_sincos(a);
    fold4(&h, sc.x, sc.y, oracle_exp(b), oracle_mix(a, b, 0.3f));
    const oracle_vec3 n = oracle_normalize3(v);
    fold4(&h, n.x, n.y, n.z, oracle_length3(v));
    const oracle_vec3 side = oracle_cross(v, (oracle_vec3){ c, a, b });
    fold4(&h, side.x, side.y, side.z, oracle_dot3(v, (oracle_vec3){ b, c, a }));
    fold4(&h, floorf(a), (float)oracle_round_to_int(b), a < b ? a : b, b > c ? b : c);
    const mas_vec4 turn = oracle_quaternion_from_rotation_vector(v);
    const mas_vec4 q    = oracle_quaternion_normalize(oracle_quaternion_multiply(turn, (mas_vec4){ a, b, c, 1.0f }));
    fold4(&h, turn.x, turn.y, turn.z, turn.w);
    fold4(&h, q.x, q.y, q.z, q.w);
    const oracle_vec3 r = oracle_quaternion_rotate(q, v);
    fold4(&h, r.x, r.y, r.z, 0.0f);
    return h;
}

oracle_probe_hash oracle_probe(uint32_t seed, uint32_t samples)
{
    oracle_probe_hash sum = { 0, 0 };
    for (uint32_t i = 0; i < samples; ++i)
    {
        const oracle_probe_hash h = sample_hash(seed, i);
        sum.lo += h.lo;
        sum.hi += h.hi;
    }
    return sum;
}
