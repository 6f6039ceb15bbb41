#include "particles_twin.h"
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    memset(t, 0, sizeof *t);
    t->params        = *params;
    t->slots         = slots;
    t->cells         = params->key.w + 1;
    t->room          = params->neighbours;
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
    for (int i = 0; i < PAIR_THREADS; ++i)
        fine = (t->next[i] = room_for(t->cells, sizeof *t->next[i])) != NULL && fine;
    fine       = (t->threads = pair_create()) != NULL && fine;
    t->lanes   = 1;
    t->vectors = "plain C";
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) t->lanes = 8, t->vectors = "AVX2";
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        t->lanes = 16, t->vectors = "AVX-512";
#endif
    return fine;
}

void twin_destroy(twin* t)
{
    pair_destroy(t->threads);
    void* const each[] = { t->key,  t->start, t->body,  t->x,       t->y,      t->z,
                           t->list, t->count, t->force, t->next[0], t->next[1] };
    for (size_t i = 0; i < sizeof each / sizeof each[0]; ++i)
        free(each[i]);
    memset(t, 0, sizeof *t);
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
    return (uint32_t)((uint64_t)n * i / PAIR_THREADS);
}

static void count_slots(void* data, uint32_t thread)
{
    twin* t         = data;
    uint32_t* count = t->next[thread];
    memset(count, 0, t->cells * sizeof *count);
    for (uint32_t i = part(t->slots, thread); i < part(t->slots, thread + 1); ++i)
    {
        const uint32_t key = key_of(t, t->from[i]);
        t->key[i]          = key;
        if (key != ABSENT) ++count[key];
    }
}

static void add_cells(void* data, uint32_t thread)
{
    twin* t        = data;
    uint32_t total = 0;
    for (uint32_t c = part(t->cells, thread); c < part(t->cells, thread + 1); ++c)
        total += t->next[0][c] + t->next[1][c];
    t->sum[thread] = total;
}

static void start_cells(void* data, uint32_t thread)
{
    twin* t         = data;
    uint32_t before = thread == 0 ? 0 : t->sum[0];
    for (uint32_t c = part(t->cells, thread); c < part(t->cells, thread + 1); ++c)
    {
        const uint32_t one = t->next[0][c], two = t->next[1][c];
        t->start[c] = t->next[0][c] = before;
        t->next[1][c]               = before + one;
        before += one + two;
    }
    if (thread == PAIR_THREADS - 1) t->start[t->cells] = before;
}

static void place_slots(void* data, uint32_t thread)
{
    twin* t        = data;
    uint32_t* next = t->next[thread];
    for (uint32_t i = part(t->slots, thread); i < part(t->slots, thread + 1); ++i)
        if (t->key[i] != ABSENT) t->body[next[t->key[i]]++] = (twin_body){ t->from[i], t->from_velocity[i] };
}

static void split_bodies(void* data, uint32_t thread)
{
    twin* t = data;
    for (uint32_t i = part(t->places, thread); i < part(t->places, thread + 1); ++i)
    {
        t->x[i] = t->body[i].x.x;
        t->y[i] = t->body[i].x.y;
        t->z[i] = t->body[i].x.z;
    }
}

void twin_sort(twin* t, const mas_vec4* position, const mas_vec4* velocity)
{
    t->from          = position;
    t->from_velocity = velocity;
    pair_run(t->threads, count_slots, t);
    pair_run(t->threads, add_cells, t);
    pair_run(t->threads, start_cells, t);
    pair_run(t->threads, place_slots, t);
    t->places = t->start[t->cells];
    pair_run(t->threads, split_bodies, t);
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

void twin_search(twin* t, uint32_t first, uint32_t end)
{
#ifdef __x86_64__
    if (t->lanes == 16)
        twin_search_avx512(t, first, end);
    else if (t->lanes == 8)
        twin_search_avx2(t, first, end);
    else
#endif
        twin_search_plain(t, first, end);
}

static void push_chunk(twin* t, uint32_t first, uint32_t end)
{
#ifdef __x86_64__
    if (t->lanes == 16)
        twin_contact_avx512(t, first, end);
    else if (t->lanes == 8)
        twin_contact_avx2(t, first, end);
    else
#endif
        twin_contact_plain(t, first, end);
}

static void walk_chunks(void* data, uint32_t thread)
{
    twin* t          = data;
    double searching = 0.0, moving = 0.0;
    for (;;)
    {
        const uint32_t first = atomic_fetch_add(&t->next_chunk, 1) * CHUNK;
        if (first >= t->places) break;
        const uint32_t end = first + CHUNK < t->places ? first + CHUNK : t->places;
        const double a     = bench_now();
        twin_search(t, first, end);
        const double b = bench_now();
        for (uint32_t i = first; i < end; ++i) // slots have no order: ask for them before they are needed
        {
            const uint32_t slot = bits(t->body[i].x.w) & PARTICLE_SLOT_MASK;
            __builtin_prefetch(&t->position[slot], 1);
            __builtin_prefetch(&t->velocity[slot], 1);
        }
        push_chunk(t, first, end);
        for (uint32_t i = first; i < end; ++i)
            move(t, i);
        searching += b - a;
        moving += bench_now() - b;
    }
    t->thread_ms[thread][0] = searching;
    t->thread_ms[thread][1] = moving;
}

void twin_substep(twin* t, mas_vec4* position, mas_vec4* velocity)
{
    t->position        = position;
    t->velocity        = velocity;
    const double begin = bench_now();
    twin_sort(t, position, velocity);
    t->ms[0] = bench_now() - begin;
    atomic_store(&t->next_chunk, 0);
    pair_run(t->threads, walk_chunks, t);
    t->ms[1] = (t->thread_ms[0][0] + t->thread_ms[1][0]) / PAIR_THREADS;
    t->ms[2] = (t->thread_ms[0][1] + t->thread_ms[1][1]) / PAIR_THREADS;
}
