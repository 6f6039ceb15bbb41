// Density and correct of a chunk of places: first sums over lists, eight neighbours at a time, then what follows from
// them, eight particles at a time. GCC and clang let operators work on vectors, and fuse them here.
#include "liquid_twin.h"

#include <stdlib.h>

#ifdef __x86_64__
#include "liquid_twin_x86.h"

enum
{
    CHUNK = LIQUID_TWIN_CHUNK
};

bool liquid_twin_fits(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

// ---- The walls of the tank ----

typedef struct solid
{
    __m256 share, slope[3];
} solid;

INLINE void behind(solid* s, __m256 gap, int axis, float side, float inverse)
{
    const float per = 1.1921954f * inverse;
    __m256 at       = gap * per - 0.0132532f;
    if (_mm256_movemask_ps(_mm256_cmp_ps(at, all(1.0f), _CMP_LT_OQ)) == 0) return;
    at                   = _mm256_min_ps(_mm256_max_ps(at, _mm256_setzero_ps()), all(1.0f));
    const __m256 squared = at * at, free = 1.0f - s->share;
    const __m256 share =
        0.5f + at * (-1.5f + squared * (3.5f + squared * (-10.5f + at * (14.0f + at * (-7.5f + at * 1.5f)))));
    const __m256 fall = 1.5f + squared * (-10.5f + squared * (52.5f + at * (-84.0f + at * (52.5f - at * 12.0f))));
    for (int k = 0; k < 3; ++k)
        s->slope[k] *= 1.0f - share;
    s->slope[axis] += side * per * free * fall;
    s->share += free * share;
}

// What the walls weigh for particles at x.
INLINE solid walls_at(const liquid_twin* t, const __m256 x[3])
{
    solid s = { _mm256_setzero_ps(), { _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps() } };
    for (int k = 0; k < 3; ++k)
    {
        behind(&s, x[k] - t->low[k], k, 1.0f, t->params.inverse_reach);
        if (k != 1) behind(&s, t->high[k] - x[k], k, -1.0f, t->params.inverse_reach);
    }
    return s;
}

// now, along an axis, so that it ends half a spacing away from both walls, or as near as the particle began.
INLINE __m256 kept_in(const liquid_twin* t, int k, __m256 predicted, __m256 velocity, __m256 now)
{
    const liquid_params* p = &t->params;
    const __m256 touch = all(0.5f * p->spacing), begin = predicted - p->part * velocity, zero = _mm256_setzero_ps();
    const float out    = p->share * p->push_out;
    const __m256 above = _mm256_min_ps(touch, begin - t->low[k] + out) - (predicted - t->low[k] + now);
    now += _mm256_max_ps(above, zero);
    if (k == 1) return now;
    const __m256 below = _mm256_min_ps(touch, t->high[k] - begin + out) - (t->high[k] - predicted - now);
    return now - _mm256_max_ps(below, zero);
}

// ---- Density ----

typedef struct weighing // sums over the lists of a chunk
{
    _Alignas(32) mas_vec4 sum[CHUNK + LANES]; // slope by apart; w weights
    _Alignas(32) float squares[CHUNK + LANES];
} weighing;

INLINE void weigh_lists(const liquid_twin* t, const float* places, uint32_t stride, uint32_t first, uint32_t end,
                        weighing* w)
{
    const twin* g        = &t->grid;
    const __m256 inverse = all(t->params.inverse_reach), zero = _mm256_setzero_ps();
    for (uint32_t i = first; i < end; ++i)
    {
        const uint32_t* list = &g->list[(uint64_t)i * (g->room + TWIN_LANES)];
        const uint32_t count = g->count[i] < g->room ? g->count[i] : g->room;
        const float* at      = places + (size_t)i * stride;
        const quads me       = { all(at[0]), all(at[1]), all(at[2]), zero };
        __m256 x = zero, y = zero, z = zero, weights = zero, squares = zero;
        for (uint32_t k = 0; k < count; k += LANES)
        {
            const pairs p      = meet(me, gather(places, stride, list + k), inverse, count - k);
            const __m256 slope = slope_of(&p);
            weights += weight_of(&p);
            x += slope * p.x;
            y += slope * p.y;
            z += slope * p.z;
            squares += slope * slope * p.squared;
        }
        _mm_store_ps(&w->sum[i - first].x, sum4(x, y, z, weights));
        w->squares[i - first] = _mm_cvtss_f32(sum4(squares, zero, zero, zero));
    }
}

// Of eight places from i on: density and change of the multiplier.
INLINE void weigh_eight(liquid_twin* t, uint32_t i, const quads* me, const weighing* w, uint32_t at, __m256 held)
{
    const liquid_params* p  = &t->params;
    const liquid_kind* kind = &p->kind[p->only];
    const scales scale      = scales_of(p);
    const quads sum         = load(&w->sum[at].x, 4);
    const __m256 x[]        = { me->x, me->y, me->z };
    const solid s           = walls_at(t, x);
    const __m256 ax = scale.slope * sum.x + s.slope[0], ay = scale.slope * sum.y + s.slope[1];
    const __m256 az      = scale.slope * sum.z + s.slope[2];
    const __m256 squares = scale.slope * scale.slope * _mm256_load_ps(&w->squares[at]);
    const __m256 density = scale.weight * (1.0f + sum.w) + s.share;
    if (t->first) held /= 1.0f - s.share;
    const __m256 slope = kind->inverse_mass * (ax * ax + ay * ay + az * az + squares);
    const __m256 least = all(kind->inverse_mass * 0.4f * p->inverse_reach * p->inverse_reach);
    const __m256 down  = p->relaxation * (density - 1.0f) / _mm256_max_ps(slope, least);
    const float loose = 0.05f * p->share * p->spacing * p->spacing, load = p->gravity.w * p->part * p->part;
    const __m256 most = all((load > loose ? load : loose) * kind->mass);
    const __m256 next = _mm256_min_ps(held - _mm256_min_ps(down, most), _mm256_setzero_ps());
    const quads out   = { me->x, me->y, me->z, t->first ? next : _mm256_sub_ps(next, held) };
    _mm256_store_ps(&t->density[i], density);
    if (t->first)
        store(&t->meet[i].x.x, 8, out);
    else
        store(&t->weighed[i].x, 4, out);
}

AVX2 void liquid_twin_weigh(liquid_twin* t, uint32_t first, uint32_t end)
{
    const liquid_params* p = &t->params;
    const float* bodies    = &t->grid.body->x.x;
    const float press      = -p->part * p->part * p->kind[p->only].mass;
    weighing w;
    if (t->first)
        weigh_lists(t, bodies, 8, first, end, &w);
    else
        weigh_lists(t, &t->place->x, 4, first, end, &w);
    for (uint32_t i = first; i < end; i += LANES)
    {
        if (t->first)
        {
            const quads me = load(bodies + (size_t)i * 8, 8), v = load(bodies + (size_t)i * 8 + 4, 8);
            store(&t->meet[i].v.x, 8, v);
            weigh_eight(t, i, &me, &w, i - first, press * v.w);
        }
        else
        {
            const quads me = load(&t->place[i].x, 4);
            weigh_eight(t, i, &me, &w, i - first, load(&t->shift[i].x, 4).w);
        }
    }
}

// ---- Correct ----

typedef struct pushing
{
    _Alignas(32) mas_vec4 push[CHUNK + LANES];
    _Alignas(32) mas_vec4 drawn[CHUNK + LANES]; // first pass: by the motion of neighbours
} pushing;

INLINE void push_lists(const liquid_twin* t, const float* places, uint32_t stride, bool draws, uint32_t first,
                       uint32_t end, pushing* out)
{
    const twin* g        = &t->grid;
    const __m256 inverse = all(t->params.inverse_reach), zero = _mm256_setzero_ps();
    for (uint32_t i = first; i < end; ++i)
    {
        const uint32_t* list = &g->list[(uint64_t)i * (g->room + TWIN_LANES)];
        const uint32_t count = g->count[i] < g->room ? g->count[i] : g->room;
        const float* at      = places + (size_t)i * stride;
        const quads me       = { all(at[0]), all(at[1]), all(at[2]), all(at[3]) };
        __m256 x = zero, y = zero, z = zero, vx = zero, vy = zero, vz = zero;
        for (uint32_t k = 0; k < count; k += LANES)
        {
            const quads other = gather(places, stride, list + k);
            const pairs p     = meet(me, other, inverse, count - k);
            const __m256 push = (me.w + other.w) * slope_of(&p);
            x += push * p.x;
            y += push * p.y;
            z += push * p.z;
            if (!draws) continue;
            const quads v      = gather(places + 4, stride, list + k);
            const __m256 share = weight_of(&p);
            vx += share * (v.x - at[4]);
            vy += share * (v.y - at[5]);
            vz += share * (v.z - at[6]);
        }
        _mm_store_ps(&out->push[i - first].x, sum4(x, y, z, zero));
        if (draws) _mm_store_ps(&out->drawn[i - first].x, sum4(vx, vy, vz, zero));
    }
}

// Ends the substep: what was shifted becomes velocity, and pressure follows the multiplier.
INLINE void commit(liquid_twin* t, uint32_t i, quads place, quads v, quads shift)
{
    const liquid_params* p = &t->params;
    const float rate       = p->inverse_part * p->inverse_part;
    const __m256 x[]       = { place.x, place.y, place.z };
    const solid s          = walls_at(t, x);
    const __m256 felt      = (1.0f - s.share) * shift.w * (-p->kind[p->only].inverse_mass * rate);
    const __m256 most      = all(0.136f * p->spacing * p->spacing * rate);
    const __m256 held      = _mm256_min_ps(v.w + 0.002f * (felt - v.w), most);
    const __m256 pressed   = _mm256_cmp_ps(felt, _mm256_setzero_ps(), _CMP_GT_OQ);
    const quads velocity   = { v.x + p->inverse_part * shift.x, v.y + p->inverse_part * shift.y,
                               v.z + p->inverse_part * shift.z, _mm256_and_ps(held, pressed) };
    place.w                = load(&t->grid.body[i].x.x, 8).w; // tag
    store(&t->carried[i].x, 4, place);
    store(&t->carried_velocity[i].x, 4, velocity);
}

// Of eight places from i on.
INLINE void push_eight(liquid_twin* t, uint32_t i, const pushing* sums, uint32_t at)
{
    const liquid_params* p  = &t->params;
    const liquid_kind* kind = &p->kind[p->only];
    const scales scale      = scales_of(p);
    const quads zero        = { _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps() };
    const quads me          = t->first ? load(&t->meet[i].x.x, 8) : load(&t->weighed[i].x, 4);
    const quads v = load(&t->grid.body[i].v.x, 8), so_far = t->first ? zero : load(&t->shift[i].x, 4);
    const quads push = load(&sums->push[at].x, 4), drawn = t->first ? load(&sums->drawn[at].x, 4) : zero;
    const float even  = scale.weight * p->part * p->share * kind->viscosity;
    const __m256 x[]  = { me.x, me.y, me.z };
    const __m256 by[] = { push.x, push.y, push.z }, with[] = { drawn.x, drawn.y, drawn.z };
    const __m256 was[] = { so_far.x, so_far.y, so_far.z }, fast[] = { v.x, v.y, v.z };
    const float* flown[] = { &t->grid.x[i], &t->grid.y[i], &t->grid.z[i] };
    const solid s        = walls_at(t, x);
    const float pressed  = t->first ? p->part * p->part * kind->mass : 0.0f; // of v.w: the pressure of earlier parts
    const __m256 wall    = me.w + 0.44f * (me.w + pressed * v.w / (1.0f - s.share));
    __m256 now[3];
    for (int k = 0; k < 3; ++k)
    {
        now[k] = was[k] - kind->inverse_mass * (scale.slope * by[k] + wall * s.slope[k]) + even * with[k];
        now[k] = kept_in(t, k, _mm256_loadu_ps(flown[k]), fast[k], now[k]);
    }
    const quads place = { x[0] + (now[0] - was[0]), x[1] + (now[1] - was[1]), x[2] + (now[2] - was[2]), zero.w };
    const quads shift = { now[0], now[1], now[2], so_far.w + me.w };
    if (t->last)
        commit(t, i, place, v, shift);
    else
    {
        store(&t->place[i].x, 4, place);
        store(&t->shift[i].x, 4, shift);
    }
}

AVX2 void liquid_twin_push(liquid_twin* t, uint32_t first, uint32_t end)
{
    pushing sums;
    if (t->first)
        push_lists(t, &t->meet->x.x, 8, true, first, end, &sums);
    else
        push_lists(t, &t->weighed->x, 4, false, first, end, &sums);
    for (uint32_t i = first; i < end; i += LANES)
        push_eight(t, i, &sums, i - first);
}

#else
bool liquid_twin_fits(void)
{
    return false;
}

void liquid_twin_weigh(liquid_twin* t, uint32_t first, uint32_t end)
{
    (void)t, (void)first, (void)end;
    abort(); // nobody calls what does not fit
}

void liquid_twin_push(liquid_twin* t, uint32_t first, uint32_t end)
{
    liquid_twin_weigh(t, first, end);
}
#endif
