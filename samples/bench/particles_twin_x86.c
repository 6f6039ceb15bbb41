// Search with a vector of candidates, contact with a vector of neighbours. Distances in the search are rounded as in
// the oracle, so that lists are the same; contact is fused and takes the CPU's reciprocal root with one Newton step.
#include "particles_twin.h"

#ifdef __x86_64__
#include <immintrin.h>
#include <math.h>

#define AVX512 __attribute__((target("avx512f,avx512vl,avx512dq,fma,bmi,bmi2,popcnt,lzcnt")))
#define AVX2 __attribute__((target("avx2,fma,bmi,bmi2,popcnt,lzcnt")))

// In one place there is no direction: the lower place goes down. Rare, so it is put right afterwards: the vectors had
// taken the direction (0, 0, 0).
static void push_apart(const twin* t, uint32_t i, const uint32_t* list, uint32_t count, float force[3])
{
    const particle_layer* l = &t->params.layer[0];
    for (uint32_t k = 0; k < count; ++k)
    {
        const mas_vec4 a = t->body[i].x, b = t->body[list[k]].x;
        const float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
        const float squared = dx * dx + dy * dy + dz * dz;
        if (squared < 0x1p-100f) force[1] -= (i < list[k] ? 1.0f : -1.0f) * l->stiffness * (l->radius + l->radius);
    }
}

enum
{
    CROWD_ROOM = 2048 // candidates of a group of cells; a tighter group is searched without
};

// Candidates of a group of cells, moved together from their rows: whole vectors, and all particles of the group walk
// them.
typedef struct crowd
{
    twin_ranges from;
    uint32_t count;
    float x[CROWD_ROOM + TWIN_LANES], y[CROWD_ROOM + TWIN_LANES], z[CROWD_ROOM + TWIN_LANES];
    uint32_t place[CROWD_ROOM + TWIN_LANES];
} crowd;

// Candidates for place i; false when they are too many.
AVX2 static inline bool gather(const twin* t, uint32_t i, crowd* c)
{
    if (!twin_find_ranges(t, i, &c->from)) return c->count <= CROWD_ROOM;
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    c->count           = 0;
    for (uint32_t k = 0; k < c->from.count; ++k)
    {
        const twin_piece piece = c->from.piece[k];
        const uint32_t to = c->count, n = piece.end - piece.first;
        c->count += n;
        if (c->count > CROWD_ROOM) return false;
        for (uint32_t j = 0; j < n; j += 8)
        {
            const uint32_t from = piece.first + j;
            _mm256_storeu_ps(c->x + to + j, _mm256_loadu_ps(t->x + from));
            _mm256_storeu_ps(c->y + to + j, _mm256_loadu_ps(t->y + from));
            _mm256_storeu_ps(c->z + to + j, _mm256_loadu_ps(t->z + from));
            _mm256_storeu_si256((__m256i*)(c->place + to + j), _mm256_add_epi32(lane, _mm256_set1_epi32((int)from)));
        }
    }
    return true;
}

AVX512 void twin_search_avx512(twin* t, uint32_t first, uint32_t end)
{
    const float reach    = t->params.layer[0].radius + t->params.layer[0].radius;
    const __m512 squared = _mm512_set1_ps(reach * reach);
    const uint32_t room  = t->room;
    crowd c;
    c.count = c.from.count = 0;
    for (uint32_t i = first; i < end; ++i)
    {
        uint32_t* list = &t->list[(uint64_t)i * (room + TWIN_LANES)];
        uint32_t found = 0;
        const __m512 x = _mm512_set1_ps(t->x[i]), y = _mm512_set1_ps(t->y[i]), z = _mm512_set1_ps(t->z[i]);
        const __m512i self = _mm512_set1_epi32((int)i);
        if (!gather(t, i, &c))
        {
            twin_search_plain(t, i, i + 1);
            continue;
        }
        for (uint32_t j = 0; j < c.count; j += 16)
        {
            const uint32_t left = c.count - j < 16 ? c.count - j : 16; // bzhi looks at 8 bits
            const __m512i at    = _mm512_loadu_si512(c.place + j);
            __mmask16 near      = _mm512_mask_cmpneq_epi32_mask((__mmask16)_bzhi_u32(0xFFFF, left), at, self);
            const __m512 dx     = _mm512_sub_ps(_mm512_loadu_ps(c.x + j), x);
            const __m512 dy     = _mm512_sub_ps(_mm512_loadu_ps(c.y + j), y);
            const __m512 dz     = _mm512_sub_ps(_mm512_loadu_ps(c.z + j), z);
            const __m512 d =
                _mm512_add_ps(_mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy)), _mm512_mul_ps(dz, dz));
            near = _mm512_mask_cmp_ps_mask(near, d, squared, _CMP_LT_OQ);
            _mm512_storeu_si512(list + (found < room ? found : room), _mm512_maskz_compress_epi32(near, at));
            found += (uint32_t)_mm_popcnt_u32(near);
        }
        t->count[i] = found;
    }
}

#define PAIR512(k)                                                                                                     \
    _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd((const double*)&body[list[k]])),                          \
                       _mm256_load_pd((const double*)&body[list[k + 8]]), 1)

// Four registers of (x y z w | vx vy vz vw | x y z w | vx vy vz vw) -> (x x x x | vx vx vx vx | ...), same for y, z.
AVX512 static inline void turn512(const twin_body* body, const uint32_t* list, __m512 out[3])
{
    const __m512 a = _mm512_castpd_ps(PAIR512(0)), b = _mm512_castpd_ps(PAIR512(1));
    const __m512 c = _mm512_castpd_ps(PAIR512(2)), d = _mm512_castpd_ps(PAIR512(3));
    const __m512 xy = _mm512_unpacklo_ps(a, b), zw = _mm512_unpackhi_ps(a, b);
    const __m512 XY = _mm512_unpacklo_ps(c, d), ZW = _mm512_unpackhi_ps(c, d);
    out[0] = _mm512_shuffle_ps(xy, XY, 0x44);
    out[1] = _mm512_shuffle_ps(xy, XY, 0xEE);
    out[2] = _mm512_shuffle_ps(zw, ZW, 0x44);
}

AVX512 void twin_contact_avx512(twin* t, uint32_t first, uint32_t end)
{
    const particle_layer* l = &t->params.layer[0];
    const __m512 reach = _mm512_set1_ps(l->radius + l->radius), spring = _mm512_set1_ps(l->stiffness);
    const __m512 damper = _mm512_set1_ps(l->damping), half = _mm512_set1_ps(-0.5f), three = _mm512_set1_ps(1.5f);
    const __m512 least = _mm512_set1_ps(0x1p-100f);
    // Lanes of a list in the order turn512 leaves them: 0-3, 8-11, 4-7, 12-15.
    const __m512i lane    = _mm512_setr_epi32(0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15);
    const twin_body* body = t->body;
    for (uint32_t i = first; i < end; ++i)
    {
        const uint32_t* list = &t->list[(uint64_t)i * (t->room + TWIN_LANES)];
        const uint32_t count = t->count[i] < t->room ? t->count[i] : t->room;
        __m512 me[6], f[3];
        __mmask16 same = 0;
        for (int c = 0; c < 3; ++c)
        {
            me[c]     = _mm512_set1_ps((&body[i].x.x)[c]);
            me[c + 3] = _mm512_set1_ps((&body[i].v.x)[c]);
            f[c]      = _mm512_setzero_ps();
        }
        for (uint32_t k = 0; k < count; k += 16)
        {
            const __mmask16 inside = _mm512_cmplt_epu32_mask(lane, _mm512_set1_epi32((int)(count - k)));
            __m512 low[3], high[3], d[3];
            turn512(body, list + k, low);
            turn512(body, list + k + 4, high);
            for (int c = 0; c < 3; ++c)
                d[c] = _mm512_sub_ps(_mm512_shuffle_f32x4(low[c], high[c], 0x88), me[c]);
            __m512 sq = _mm512_mul_ps(d[0], d[0]);
            sq        = _mm512_fmadd_ps(d[1], d[1], sq);
            sq        = _mm512_fmadd_ps(d[2], d[2], sq);
            same |= _mm512_mask_cmp_ps_mask(inside, sq, least, _CMP_LT_OQ);
            const __m512 safe = _mm512_max_ps(sq, least);
            __m512 inverse    = _mm512_rsqrt14_ps(safe);
            inverse           = _mm512_mul_ps(inverse,
                                              _mm512_fmadd_ps(_mm512_mul_ps(_mm512_mul_ps(safe, half), inverse), inverse, three));
            const __m512 push = _mm512_mul_ps(_mm512_mul_ps(spring, _mm512_fnmadd_ps(sq, inverse, reach)), inverse);
            for (int c = 0; c < 3; ++c)
            {
                const __m512 slip = _mm512_sub_ps(_mm512_shuffle_f32x4(low[c], high[c], 0xDD), me[c + 3]);
                f[c] = _mm512_mask_add_ps(f[c], inside, f[c], _mm512_fmsub_ps(damper, slip, _mm512_mul_ps(d[c], push)));
            }
        }
        float force[3] = { _mm512_reduce_add_ps(f[0]), _mm512_reduce_add_ps(f[1]), _mm512_reduce_add_ps(f[2]) };
        if (same != 0) push_apart(t, i, list, count, force);
        twin_keep(t, i, force);
    }
}

AVX2 void twin_search_avx2(twin* t, uint32_t first, uint32_t end)
{
    const float reach    = t->params.layer[0].radius + t->params.layer[0].radius;
    const __m256 squared = _mm256_set1_ps(reach * reach);
    const uint32_t room  = t->room;
    crowd c;
    c.count = c.from.count = 0;
    for (uint32_t i = first; i < end; ++i)
    {
        uint32_t* list = &t->list[(uint64_t)i * (room + TWIN_LANES)];
        uint32_t found = 0;
        const __m256 x = _mm256_set1_ps(t->x[i]), y = _mm256_set1_ps(t->y[i]), z = _mm256_set1_ps(t->z[i]);
        const __m256i self = _mm256_set1_epi32((int)i);
        if (!gather(t, i, &c))
        {
            twin_search_plain(t, i, i + 1);
            continue;
        }
        for (uint32_t j = 0; j < c.count; j += 8)
        {
            const uint32_t left = c.count - j < 8 ? c.count - j : 8;
            const __m256i at    = _mm256_loadu_si256((const __m256i*)(c.place + j));
            const __m256 me     = _mm256_castsi256_ps(_mm256_cmpeq_epi32(at, self));
            const __m256 dx     = _mm256_sub_ps(_mm256_loadu_ps(c.x + j), x);
            const __m256 dy     = _mm256_sub_ps(_mm256_loadu_ps(c.y + j), y);
            const __m256 dz     = _mm256_sub_ps(_mm256_loadu_ps(c.z + j), z);
            const __m256 d =
                _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy)), _mm256_mul_ps(dz, dz));
            const __m256 hit    = _mm256_andnot_ps(me, _mm256_cmp_ps(d, squared, _CMP_LT_OQ));
            const uint32_t near = _bzhi_u32((uint32_t)_mm256_movemask_ps(hit), left);
            // The numbers of the lanes that are near, moved together.
            const uint64_t bytes = _pdep_u64(near, 0x0101010101010101u) * 0xFF;
            const __m128i which  = _mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100u, bytes));
            _mm256_storeu_si256((__m256i*)(list + (found < room ? found : room)),
                                _mm256_permutevar8x32_epi32(at, _mm256_cvtepu8_epi32(which)));
            found += (uint32_t)_mm_popcnt_u32(near);
        }
        t->count[i] = found;
    }
}

// Four bodies (x y z w | vx vy vz vw) -> (x x x x | vx vx vx vx), same for y, z.
AVX2 static inline void turn256(const twin_body* body, const uint32_t* list, __m256 out[3])
{
    const __m256 a = _mm256_load_ps(&body[list[0]].x.x), b = _mm256_load_ps(&body[list[1]].x.x);
    const __m256 c = _mm256_load_ps(&body[list[2]].x.x), d = _mm256_load_ps(&body[list[3]].x.x);
    const __m256 xy = _mm256_unpacklo_ps(a, b), zw = _mm256_unpackhi_ps(a, b);
    const __m256 XY = _mm256_unpacklo_ps(c, d), ZW = _mm256_unpackhi_ps(c, d);
    out[0] = _mm256_shuffle_ps(xy, XY, 0x44);
    out[1] = _mm256_shuffle_ps(xy, XY, 0xEE);
    out[2] = _mm256_shuffle_ps(zw, ZW, 0x44);
}

AVX2 static inline float sum256(__m256 v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s        = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

AVX2 void twin_contact_avx2(twin* t, uint32_t first, uint32_t end)
{
    const particle_layer* l = &t->params.layer[0];
    const __m256 reach = _mm256_set1_ps(l->radius + l->radius), spring = _mm256_set1_ps(l->stiffness);
    const __m256 damper = _mm256_set1_ps(l->damping), half = _mm256_set1_ps(-0.5f), three = _mm256_set1_ps(1.5f);
    const __m256 least    = _mm256_set1_ps(0x1p-100f);
    const __m256i lane    = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const twin_body* body = t->body;
    for (uint32_t i = first; i < end; ++i)
    {
        const uint32_t* list = &t->list[(uint64_t)i * (t->room + TWIN_LANES)];
        const uint32_t count = t->count[i] < t->room ? t->count[i] : t->room;
        __m256 me[6], f[3], same = _mm256_setzero_ps();
        for (int c = 0; c < 3; ++c)
        {
            me[c]     = _mm256_set1_ps((&body[i].x.x)[c]);
            me[c + 3] = _mm256_set1_ps((&body[i].v.x)[c]);
            f[c]      = _mm256_setzero_ps();
        }
        for (uint32_t k = 0; k < count; k += 8)
        {
            const __m256 inside = _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32((int)(count - k)), lane));
            __m256 low[3], high[3], d[3];
            turn256(body, list + k, low);
            turn256(body, list + k + 4, high);
            for (int c = 0; c < 3; ++c)
                d[c] = _mm256_sub_ps(_mm256_permute2f128_ps(low[c], high[c], 0x20), me[c]);
            __m256 sq         = _mm256_mul_ps(d[0], d[0]);
            sq                = _mm256_fmadd_ps(d[1], d[1], sq);
            sq                = _mm256_fmadd_ps(d[2], d[2], sq);
            same              = _mm256_or_ps(same, _mm256_and_ps(inside, _mm256_cmp_ps(sq, least, _CMP_LT_OQ)));
            const __m256 safe = _mm256_max_ps(sq, least);
            __m256 inverse    = _mm256_rsqrt_ps(safe);
            inverse           = _mm256_mul_ps(inverse,
                                              _mm256_fmadd_ps(_mm256_mul_ps(_mm256_mul_ps(safe, half), inverse), inverse, three));
            const __m256 push = _mm256_mul_ps(_mm256_mul_ps(spring, _mm256_fnmadd_ps(sq, inverse, reach)), inverse);
            for (int c = 0; c < 3; ++c)
            {
                const __m256 slip = _mm256_sub_ps(_mm256_permute2f128_ps(low[c], high[c], 0x31), me[c + 3]);
                const __m256 add  = _mm256_fmsub_ps(damper, slip, _mm256_mul_ps(d[c], push));
                f[c]              = _mm256_add_ps(f[c], _mm256_and_ps(add, inside));
            }
        }
        float force[3] = { sum256(f[0]), sum256(f[1]), sum256(f[2]) };
        if (_mm256_movemask_ps(same) != 0) push_apart(t, i, list, count, force);
        twin_keep(t, i, force);
    }
}
#endif
