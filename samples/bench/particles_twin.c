#include "particles_twin.h"
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum
{
    CHUNK  = 256, // places searched, then moved, while their lists are in the cache
    ABSENT = 0xFFFFFFFF,
};

static void* room_for(uint64_t count, size_t size)
{
    const size_t bytes = (size_t)((count * size + 63) / 64 * 64);
    void* p            = aligned_alloc(64, bytes);
    if (p != NULL) memset(p, 0, bytes);
    return p;
}

bool twin_create(twin* t, const particle_params* params, uint32_t slots)
{
    *t = (twin){ .params = *params, .slots = slots, .cells = params->key.w + 1, .room = params->neighbours };
    const uint64_t n = (uint64_t)slots + TWIN_LANES;
    t->key           = room_for(n, sizeof *t->key);
    t->start         = room_for((uint64_t)t->cells + 1, sizeof *t->start);
    t->body          = room_for(n, sizeof *t->body);
    t->x             = room_for(n, sizeof *t->x);
    t->y             = room_for(n, sizeof *t->y);
    t->z             = room_for(n, sizeof *t->z);
    t->list          = room_for(n * (t->room + TWIN_LANES), sizeof *t->list);
    t->count         = room_for(n, sizeof *t->count);
    t->force         = room_for(n, sizeof *t->force);
    bool fine        = t->key && t->start && t->body && t->x && t->y && t->z && t->list && t->count && t->force;
    for (int i = 0; i < TWIN_THREADS; ++i)
        fine = (t->next[i] = room_for(t->cells, sizeof *t->next[i])) != NULL && fine;
    t->vectors = "plain C";
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) t->vectors = "AVX2";
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) t->vectors = "AVX-512";
#endif
    return fine;
}

void twin_destroy(twin* t)
{
    void* const each[] = { t->key,  t->start, t->body,  t->x,       t->y,      t->z,
                           t->list, t->count, t->force, t->next[0], t->next[1] };
    for (size_t i = 0; i < sizeof each / sizeof each[0]; ++i)
        free(each[i]);
    *t = (twin){ 0 };
}

// ---- Grid: a counting sort that keeps the order of slots; each thread counts and places its own half ----

static uint32_t bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static uint32_t key_of(const twin* t, mas_vec4 x)
{
    const float inverse = t->params.layer[0].inverse_cell, limit = (float)PARTICLE_MAX_CELLS;
    const bool inside =
        fabsf(x.x * inverse) < limit && fabsf(x.y * inverse) < limit && fabsf(x.z * inverse) < limit; // NaN: outside
    if (!inside || bits(x.w) == 0) return ABSENT;
    const uint32_t cx = (uint32_t)(int32_t)floorf(x.x * (inverse * PARTICLE_CELLS_PER_REACH));
    const uint32_t cy = (uint32_t)(int32_t)floorf(x.y * inverse), cz = (uint32_t)(int32_t)floorf(x.z * inverse);
    return (cx + t->params.key.x * cy + t->params.key.y * cz) & t->params.key.w;
}

static uint32_t part(uint32_t n, uint32_t i)
{
    return (uint32_t)((uint64_t)n * i / TWIN_THREADS);
}

static void count_slots(twin* t, uint32_t thread)
{
    uint32_t* count = t->next[thread];
    memset(count, 0, t->cells * sizeof *count);
    for (uint32_t i = part(t->slots, thread); i < part(t->slots, thread + 1); ++i)
    {
        const uint32_t key = key_of(t, t->position[i]);
        t->key[i]          = key;
        if (key != ABSENT) ++count[key];
    }
}

static void add_cells(const twin* t, uint32_t thread, uint32_t* sum)
{
    uint32_t total = 0;
    for (uint32_t c = part(t->cells, thread); c < part(t->cells, thread + 1); ++c)
        total += t->next[0][c] + t->next[1][c];
    *sum = total;
}

static void start_cells(twin* t, uint32_t thread, uint32_t before)
{
    for (uint32_t c = part(t->cells, thread); c < part(t->cells, thread + 1); ++c)
    {
        const uint32_t one = t->next[0][c], two = t->next[1][c];
        t->start[c] = t->next[0][c] = before;
        t->next[1][c]               = before + one;
        before += one + two;
    }
    if (thread == TWIN_THREADS - 1) t->start[t->cells] = before;
}

static void place_slots(twin* t, uint32_t thread)
{
    uint32_t* next = t->next[thread];
    for (uint32_t i = part(t->slots, thread); i < part(t->slots, thread + 1); ++i)
        if (t->key[i] != ABSENT) t->body[next[t->key[i]]++] = (twin_body){ t->position[i], t->velocity[i] };
}

static void split_bodies(twin* t, uint32_t thread)
{
    for (uint32_t i = part(t->places, thread); i < part(t->places, thread + 1); ++i)
    {
        t->x[i] = t->body[i].x.x;
        t->y[i] = t->body[i].x.y;
        t->z[i] = t->body[i].x.z;
    }
}

static void sort_slots(twin* t)
{
    uint32_t sum[TWIN_THREADS];
#pragma omp parallel for num_threads(TWIN_THREADS) schedule(static, 1)
    for (uint32_t i = 0; i < TWIN_THREADS; ++i)
        count_slots(t, i);
#pragma omp parallel for num_threads(TWIN_THREADS) schedule(static, 1)
    for (uint32_t i = 0; i < TWIN_THREADS; ++i)
        add_cells(t, i, &sum[i]);
#pragma omp parallel for num_threads(TWIN_THREADS) schedule(static, 1)
    for (uint32_t i = 0; i < TWIN_THREADS; ++i)
        start_cells(t, i, i == 0 ? 0 : sum[0]);
#pragma omp parallel for num_threads(TWIN_THREADS) schedule(static, 1)
    for (uint32_t i = 0; i < TWIN_THREADS; ++i)
        place_slots(t, i);
    t->places = t->start[t->cells];
#pragma omp parallel for num_threads(TWIN_THREADS) schedule(static, 1)
    for (uint32_t i = 0; i < TWIN_THREADS; ++i)
        split_bodies(t, i);
}

// ---- What every search and every contact needs ----

bool twin_find_ranges(const twin* t, uint32_t place, twin_ranges* r)
{
    const float inverse = t->params.layer[0].inverse_cell;
    const int32_t cx    = (int32_t)floorf(t->x[place] * (inverse * PARTICLE_CELLS_PER_REACH));
    const int32_t cy = (int32_t)floorf(t->y[place] * inverse), cz = (int32_t)floorf(t->z[place] * inverse);
    const int32_t gx = cx >> TWIN_SHIFT;
    if (r->count != 0 && gx == r->cx && cy == r->cy && cz == r->cz) return false;
    *r                = (twin_ranges){ .cx = gx, .cy = cy, .cz = cz };
    const mas_uvec4 k = t->params.key;
    for (int32_t z = cz - 1; z <= cz + 1; ++z)
        for (int32_t y = cy - 1; y <= cy + 1; ++y)
        {
            const uint32_t key =
                ((uint32_t)((gx << TWIN_SHIFT) - PARTICLE_CELLS_PER_REACH) + k.x * (uint32_t)y + k.y * (uint32_t)z) &
                k.w;
            const uint32_t last = key + 2 * PARTICLE_CELLS_PER_REACH + (1 << TWIN_SHIFT) - 1;
            const uint32_t stop = last < k.w ? last : k.w;
            r->piece[r->count]  = (twin_piece){ t->start[key], t->start[stop + 1] };
            r->count += r->piece[r->count].first < r->piece[r->count].end;
            if (last <= k.w) continue;
            r->piece[r->count] = (twin_piece){ t->start[0], t->start[last - k.w] };
            r->count += r->piece[r->count].first < r->piece[r->count].end;
        }
    return true;
}

static float flushed(float x)
{
    return fabsf(x) < 0x1p-40f ? 0.0f : x;
}

static void move(twin* t, uint32_t place)
{
    const twin_body b        = t->body[place];
    const float* force       = &t->force[place].x;
    const particle_params* p = &t->params;
    const float h = p->substep, drag = p->layer[0].drag, keep = drag > 0.0f ? 1.0f / (1.0f + h * drag) : 1.0f;
    const uint32_t slot = bits(b.x.w) & PARTICLE_SLOT_MASK;
    mas_vec4 x = b.x, v = b.v;
    v.x = flushed((v.x + h * (p->gravity.x + v.w * force[0])) * keep);
    v.y = flushed((v.y + h * (p->gravity.y + v.w * force[1])) * keep);
    v.z = flushed((v.z + h * (p->gravity.z + v.w * force[2])) * keep);
    x.x = flushed(x.x + h * v.x);
    x.y = flushed(x.y + h * v.y);
    x.z = flushed(x.z + h * v.z);
    if (!(fabsf(x.x + x.y + x.z) + fabsf(v.x + v.y + v.z) < INFINITY)) // lost
    {
        x.x = x.y = x.z = (float)PARTICLE_LOST;
        v.x = v.y = v.z = 0.0f;
    }
    t->position[slot] = x;
    t->velocity[slot] = v;
}

// ---- Plain C, for CPUs without a version of their own ----

void twin_search_plain(twin* t, uint32_t first, uint32_t end)
{
    const float reach = t->params.layer[0].radius + t->params.layer[0].radius;
    twin_ranges r     = { .count = 0 };
    for (uint32_t i = first; i < end; ++i)
    {
        uint32_t* list = &t->list[(uint64_t)i * (t->room + TWIN_LANES)];
        uint32_t found = 0;
        twin_find_ranges(t, i, &r);
        for (uint32_t k = 0; k < r.count; ++k)
            for (uint32_t j = r.piece[k].first; j < r.piece[k].end; ++j)
            {
                const float dx = t->x[j] - t->x[i], dy = t->y[j] - t->y[i], dz = t->z[j] - t->z[i];
                list[found < t->room ? found : t->room] = j;
                found += ((dx * dx + dy * dy) + dz * dz < reach * reach) & (j != i);
            }
        t->count[i] = found;
    }
}

void twin_contact_plain(twin* t, uint32_t first, uint32_t end)
{
    const particle_layer* l = &t->params.layer[0];
    const float reach       = l->radius + l->radius;
    for (uint32_t i = first; i < end; ++i)
    {
        const uint32_t* list = &t->list[(uint64_t)i * (t->room + TWIN_LANES)];
        const uint32_t count = t->count[i] < t->room ? t->count[i] : t->room;
        const twin_body a    = t->body[i];
        float force[3]       = { 0.0f, 0.0f, 0.0f };
        for (uint32_t k = 0; k < count; ++k)
        {
            const twin_body b = t->body[list[k]];
            const float dx = b.x.x - a.x.x, dy = b.x.y - a.x.y, dz = b.x.z - a.x.z;
            const float squared = (dx * dx + dy * dy) + dz * dz;
            const bool same     = squared < 0x1p-100f; // in one place: the lower place goes down
            const float inverse = same ? 0.0f : 1.0f / sqrtf(squared);
            const float push    = l->stiffness * (reach - squared * inverse);
            const float up      = same ? (i < list[k] ? 1.0f : -1.0f) : dy * inverse;
            force[0] += l->damping * (b.v.x - a.v.x) - dx * inverse * push;
            force[1] += l->damping * (b.v.y - a.v.y) - up * push;
            force[2] += l->damping * (b.v.z - a.v.z) - dz * inverse * push;
        }
        twin_keep(t, i, force);
    }
}

void twin_substep(twin* t, mas_vec4* position, mas_vec4* velocity)
{
    twin_range *search = twin_search_plain, *contact = twin_contact_plain;
#ifdef __x86_64__
    if (strcmp(t->vectors, "AVX2") == 0) search = twin_search_avx2, contact = twin_contact_avx2;
    if (strcmp(t->vectors, "AVX-512") == 0) search = twin_search_avx512, contact = twin_contact_avx512;
#endif
    t->position        = position;
    t->velocity        = velocity;
    const double begin = bench_now();
    sort_slots(t);
    t->ms[0]            = bench_now() - begin;
    const uint32_t last = (t->places + CHUNK - 1) / CHUNK;
    double searching = 0.0, moving = 0.0;
#pragma omp parallel for num_threads(TWIN_THREADS) schedule(dynamic, 8) reduction(+ : searching, moving)
    for (uint32_t c = 0; c < last; ++c)
    {
        const uint32_t first = c * CHUNK, end = first + CHUNK < t->places ? first + CHUNK : t->places;
        const double a = bench_now();
        search(t, first, end);
        const double b = bench_now();
        for (uint32_t i = first; i < end; ++i) // slots have no order: ask for them before they are needed
        {
            const uint32_t slot = bits(t->body[i].x.w) & PARTICLE_SLOT_MASK;
            __builtin_prefetch(&position[slot], 1);
            __builtin_prefetch(&velocity[slot], 1);
        }
        contact(t, first, end);
        for (uint32_t i = first; i < end; ++i)
            move(t, i);
        searching += b - a;
        moving += bench_now() - b;
    }
    t->ms[1] = searching / TWIN_THREADS;
    t->ms[2] = moving / TWIN_THREADS;
}
