#include "sweep.h"
#include "constants.h"
#include "exact.h"

#include <math.h>
#include <stdlib.h>

static void centre_of(const collider_box* b, float x[3])
{
    x[0] = oracle_flush((b->lo.x + b->hi.x) * 0.5f);
    x[1] = oracle_flush((b->lo.y + b->hi.y) * 0.5f);
    x[2] = oracle_flush((b->lo.z + b->hi.z) * 0.5f);
}

// The nearest number from below that has 23 bits.
static float to_float(int64_t x)
{
    int32_t bits = 0;
    for (int64_t m = x < 0 ? -x : x; m > 0; m >>= 1)
        ++bits;
    const int32_t shift = bits > 23 ? bits - 23 : 0;
    return (float)(x >> shift) * ldexpf(1.0f, shift);
}

static void divide_by_trace(float d[3], float b[3])
{
    const float r = oracle_reciprocal((d[0] + d[1]) + d[2]);
    for (uint32_t k = 0; k < 3; ++k)
    {
        d[k] = oracle_flush(d[k] * r);
        b[k] = oracle_flush(b[k] * r);
    }
}

// xx, yy, zz and yz, zx, xy of the covariance, in steps squared.
static void covariance(const oracle_colliders* c, float diagonal[3], float beside[3])
{
    float lowest[3] = { INFINITY, INFINITY, INFINITY }, highest[3] = { -INFINITY, -INFINITY, -INFINITY }, x[3];
    for (uint32_t i = 0; i < c->params.colliders; ++i)
        if (oracle_is_bounded(c, i))
        {
            centre_of(&c->box[i], x);
            for (uint32_t k = 0; k < 3; ++k)
            {
                lowest[k]  = fminf(lowest[k], x[k]);
                highest[k] = fmaxf(highest[k], x[k]);
            }
        }
    float longest = 0.0f;
    for (uint32_t k = 0; k < 3; ++k)
        longest = fmaxf(longest, oracle_flush(highest[k] - lowest[k]));
    const float scale = longest > 0.0f ? oracle_divide(OWN_SWEEP_STEPS, longest) : 0.0f;
    int64_t n = 0, first[3] = { 0 }, high[6] = { 0 }, low[6] = { 0 };
    for (uint32_t i = 0; i < c->params.colliders; ++i)
    {
        if (!oracle_is_bounded(c, i)) continue;
        int32_t d[3];
        centre_of(&c->box[i], x);
        for (uint32_t k = 0; k < 3; ++k)
        {
            const float step = floorf(oracle_flush(x[k] - lowest[k]) * scale);
            d[k]             = (int32_t)oracle_clamp(step, 0.0f, OWN_SWEEP_STEPS - 1) - OWN_SWEEP_STEPS / 2;
            first[k] += d[k];
        }
        for (uint32_t k = 0; k < 6; ++k)
        {
            const int32_t product = k < 3 ? d[k] * d[k] : d[(k - 2) % 3] * d[(k - 1) % 3];
            high[k] += product >> SWEEP_LOW_BITS;
            low[k] += product & ((1 << SWEEP_LOW_BITS) - 1);
        }
        ++n;
    }
    const float inverse = oracle_reciprocal(to_float(n > 0 ? n : 1));
    float mean[3];
    for (uint32_t k = 0; k < 3; ++k)
        mean[k] = to_float(first[k]) * inverse;
    for (uint32_t k = 0; k < 3; ++k)
    {
        const float square  = (to_float(high[k]) * 256.0f + to_float(low[k])) * inverse;
        const float product = (to_float(high[3 + k]) * 256.0f + to_float(low[3 + k])) * inverse;
        diagonal[k]         = fmaxf(square - mean[k] * mean[k], 0.0f);
        beside[k]           = product - mean[(k + 1) % 3] * mean[(k + 2) % 3];
    }
}

mas_vec4 oracle_sweep_axis(const oracle_colliders* c)
{
    float d[3], b[3];
    covariance(c, d, b);
    if ((d[0] + d[1]) + d[2] < 0.01f) return (mas_vec4){ 1.0f, 0.0f, 0.0f, 0.0f };
    divide_by_trace(d, b);
    for (uint32_t round = 0; round < 8; ++round)
    {
        float dd[3], bb[3];
        for (uint32_t k = 0; k < 3; ++k)
        {
            const uint32_t k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            dd[k] = d[k] * d[k] + (b[k1] * b[k1] + b[k2] * b[k2]);
            bb[k] = b[k] * (d[k1] + d[k2]) + b[k1] * b[k2];
        }
        for (uint32_t k = 0; k < 3; ++k)
        {
            d[k] = dd[k];
            b[k] = bb[k];
        }
        divide_by_trace(d, b);
    }
    uint32_t best = 0;
    for (uint32_t k = 1; k < 3; ++k)
        if (d[k] > d[best]) best = k;
    float column[3];
    for (uint32_t k = 0; k < 3; ++k)
        column[k] = k == best ? d[k] : b[3 - k - best];
    const oracle_vec3 n = oracle_flush3(oracle_normalize3((oracle_vec3){ column[0], column[1], column[2] }));
    return (mas_vec4){ n.x, n.y, n.z, 0.0f };
}

static uint32_t ordered(float x)
{
    const uint32_t bits = oracle_bits(x);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static uint32_t place(float x, float y, float z, mas_vec4 axis)
{
    const oracle_vec3 p = { oracle_flush(x), oracle_flush(y), oracle_flush(z) };
    return ordered(oracle_flush(oracle_dot3(p, (oracle_vec3){ axis.x, axis.y, axis.z })));
}

static int by_start(const void* x, const void* y)
{
    const sweep_mark *a = x, *b = y;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    return a->slot < b->slot ? -1 : a->slot > b->slot;
}

void oracle_sweep_marks(const oracle_colliders* c, mas_vec4 a, sweep_mark* mark)
{
    for (uint32_t i = 0; i < c->params.colliders; ++i)
    {
        const mas_vec4 lo = c->box[i].lo, hi = c->box[i].hi;
        mark[i] = (sweep_mark){ ~0u, 0, i };
        if (!oracle_is_bounded(c, i)) continue;
        mark[i].start = place(a.x > 0 ? lo.x : hi.x, a.y > 0 ? lo.y : hi.y, a.z > 0 ? lo.z : hi.z, a);
        mark[i].end   = place(a.x > 0 ? hi.x : lo.x, a.y > 0 ? hi.y : lo.y, a.z > 0 ? hi.z : lo.z, a);
    }
    qsort(mark, c->params.colliders, sizeof *mark, by_start);
}

oracle_pairs oracle_sweep_pairs(const oracle_colliders* c)
{
    const uint32_t n = c->params.colliders;
    sweep_mark* mark = calloc((size_t)n + 1, sizeof *mark);
    uint32_t* rank   = calloc((size_t)n + 1, sizeof *rank);
    if (mark == NULL || rank == NULL) abort();
    oracle_sweep_marks(c, oracle_sweep_axis(c), mark);
    for (uint32_t r = 0; r < n; ++r)
        rank[mark[r].slot] = r;
    oracle_pairs p = { NULL, 0 };
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!oracle_is_bounded(c, i)) continue;
        for (uint32_t r = rank[i] + 1; r < n && mark[r].start <= mark[rank[i]].end; ++r)
            if (oracle_is_bounded(c, mark[r].slot) && oracle_is_pair(c, i, mark[r].slot))
                oracle_add_pair(&p, oracle_pair_of(c, i, mark[r].slot));
        oracle_add_unbounded(&p, c, i);
    }
    free(mark);
    free(rank);
    return p;
}
