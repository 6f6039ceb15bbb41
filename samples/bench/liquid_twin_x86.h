// Vectors of eight floats for the twin of liquids, and the liquids' kernel in them, as weight.glsl has it.
#ifndef BENCH_LIQUID_TWIN_X86_H
#define BENCH_LIQUID_TWIN_X86_H

#include "liquid/liquid_shared.h"

#include <immintrin.h>
#include <stddef.h>

#define AVX2 __attribute__((target("avx2,fma,bmi,bmi2,popcnt,lzcnt")))
#define INLINE AVX2 static inline __attribute__((always_inline))

enum
{
    LANES = 8
};

typedef struct quads // the members of eight mas_vec4
{
    __m256 x, y, z, w;
} quads;

INLINE quads turn(__m256 a, __m256 b, __m256 c, __m256 d)
{
    const __m256 xy = _mm256_unpacklo_ps(a, b), zw = _mm256_unpackhi_ps(a, b);
    const __m256 XY = _mm256_unpacklo_ps(c, d), ZW = _mm256_unpackhi_ps(c, d);
    return (quads){ _mm256_shuffle_ps(xy, XY, 0x44), _mm256_shuffle_ps(xy, XY, 0xEE), _mm256_shuffle_ps(zw, ZW, 0x44),
                    _mm256_shuffle_ps(zw, ZW, 0xEE) };
}

INLINE __m256 two(const float* a, const float* b)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(a)), _mm_load_ps(b), 1);
}

// Entries of a list, stride floats apart.
INLINE quads gather(const float* base, uint32_t stride, const uint32_t* list)
{
    const float* at[LANES];
    for (int k = 0; k < LANES; ++k)
        at[k] = base + (size_t)list[k] * stride;
    return turn(two(at[0], at[4]), two(at[1], at[5]), two(at[2], at[6]), two(at[3], at[7]));
}

// Eight in a row.
INLINE quads load(const float* p, uint32_t stride)
{
    return turn(two(p, p + 4 * stride), two(p + stride, p + 5 * stride), two(p + 2 * stride, p + 6 * stride),
                two(p + 3 * stride, p + 7 * stride));
}

INLINE void store(float* p, uint32_t stride, quads q)
{
    const quads r     = turn(q.x, q.y, q.z, q.w); // each half is turned back
    const __m256 of[] = { r.x, r.y, r.z, r.w };
    for (uint32_t k = 0; k < 4; ++k)
    {
        _mm_store_ps(p + k * stride, _mm256_castps256_ps128(of[k]));
        _mm_store_ps(p + (k + 4) * stride, _mm256_extractf128_ps(of[k], 1));
    }
}

INLINE __m128 sum4(__m256 a, __m256 b, __m256 c, __m256 d)
{
    const __m256 s = _mm256_hadd_ps(_mm256_hadd_ps(a, b), _mm256_hadd_ps(c, d));
    return _mm256_castps256_ps128(s) + _mm256_extractf128_ps(s, 1);
}

// ---- The kernel, as in weight.glsl ----

INLINE __m256 all(float f)
{
    return _mm256_set1_ps(f);
}

typedef struct pairs // of one particle with eight
{
    __m256 x, y, z; // m, apart
    __m256 squared, far, near;
} pairs;

// left: of the list, those beyond it weigh nothing.
INLINE pairs meet(quads me, quads other, __m256 inverse, uint32_t left)
{
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    pairs p            = { me.x - other.x, me.y - other.y, me.z - other.z };
    p.squared          = p.x * p.x + p.y * p.y + p.z * p.z;
    const __m256 safe  = _mm256_max_ps(p.squared, all(0x1p-50f));
    __m256 root        = _mm256_rsqrt_ps(safe);
    root               = root * (1.5f - 0.5f * safe * root * root);
    p.far              = p.squared * root * inverse;
    p.near             = _mm256_max_ps(1.0f - p.far, _mm256_setzero_ps());
    p.near = _mm256_and_ps(p.near, _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32((int)left), lane)));
    return p;
}

INLINE __m256 weight_of(const pairs* p)
{
    const __m256 squared = p->near * p->near;
    return squared * squared * (1.0f + 4.0f * p->far);
}

INLINE __m256 slope_of(const pairs* p)
{
    return p->near * p->near * p->near;
}

typedef struct scales
{
    float weight, slope;
} scales;

INLINE scales scales_of(const liquid_params* p)
{
    const float r = p->inverse_reach, cubed = r * r * r;
    return (scales){ p->volume * 3.3422538f * cubed, p->volume * 66.845076f * cubed * r * r };
}

#endif
