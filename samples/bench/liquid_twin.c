#include "liquid_twin.h"
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum
{
    CHUNK = LIQUID_TWIN_CHUNK
};

static void* room_for(uint64_t count, size_t size)
{
    const size_t bytes = (size_t)((count * size + 63) / 64 * 64);
    void* p            = aligned_alloc(64, bytes);
    if (p != NULL) memset(p, 0, bytes);
    return p;
}

bool liquid_twin_create(liquid_twin* t, const liquid_params* params, const particle_params* particles,
                        const float low[3], const float high[3], uint32_t slots)
{
    memset(t, 0, sizeof *t);
    t->params = *params;
    memcpy(t->low, low, sizeof t->low);
    memcpy(t->high, high, sizeof t->high);
    const uint64_t n          = (uint64_t)slots + TWIN_LANES;
    mas_vec4** const arrays[] = { &t->predicted, &t->predicted_velocity, &t->place, &t->weighed, &t->shift,
                                  &t->carried,   &t->carried_velocity };
    bool fine                 = twin_create(&t->grid, particles, slots);
    for (size_t i = 0; i < MAS_COUNT(arrays); ++i)
        fine = (*arrays[i] = room_for(n, sizeof(mas_vec4))) != NULL && fine;
    fine = (t->meet = room_for(n, sizeof *t->meet)) != NULL && fine;
    return (t->density = room_for(n, sizeof *t->density)) != NULL && fine;
}

void liquid_twin_destroy(liquid_twin* t)
{
    void* const each[] = { t->predicted, t->predicted_velocity, t->place, t->weighed, t->shift,
                           t->carried,   t->carried_velocity,   t->meet,  t->density };
    for (size_t i = 0; i < MAS_COUNT(each); ++i)
        free(each[i]);
    twin_destroy(&t->grid);
    memset(t, 0, sizeof *t);
}

static uint32_t part(uint32_t n, uint32_t i)
{
    return (uint32_t)((uint64_t)n * i / PAIR_THREADS);
}

static void predict(void* data, uint32_t thread)
{
    liquid_twin* t   = data;
    const float h    = t->params.part;
    const mas_vec4 g = t->params.gravity;
    for (uint32_t i = part(t->grid.slots, thread); i < part(t->grid.slots, thread + 1); ++i)
    {
        const mas_vec4 x = t->from[i], v = t->from_velocity[i];
        const mas_vec4 fast      = { v.x + h * g.x, v.y + h * g.y, v.z + h * g.z, v.w };
        t->predicted_velocity[i] = fast;
        t->predicted[i]          = (mas_vec4){ x.x + h * fast.x, x.y + h * fast.y, x.z + h * fast.z, x.w };
    }
}

typedef void work(liquid_twin*, uint32_t first, uint32_t end);

static void walk_chunks(liquid_twin* t, uint32_t thread, work* one)
{
    twin* g          = &t->grid;
    double searching = 0.0, working = 0.0;
    for (;;)
    {
        const uint32_t first = atomic_fetch_add(&g->next_chunk, 1) * CHUNK;
        if (first >= g->places) break;
        const uint32_t end = first + CHUNK < g->places ? first + CHUNK : g->places;
        const double a     = bench_now();
        if (t->first && one == liquid_twin_weigh) twin_search(g, first, end);
        const double b = bench_now();
        one(t, first, end);
        searching += b - a;
        working += bench_now() - b;
    }
    t->thread_ms[thread][0] = searching;
    t->thread_ms[thread][1] = working;
}

static void weigh_chunks(void* data, uint32_t thread)
{
    walk_chunks(data, thread, liquid_twin_weigh);
}

static void push_chunks(void* data, uint32_t thread)
{
    walk_chunks(data, thread, liquid_twin_push);
}

static void run_pass(liquid_twin* t, void (*job)(void*, uint32_t), uint32_t stage)
{
    atomic_store(&t->grid.next_chunk, 0);
    pair_run(t->grid.threads, job, t);
    t->ms[LIQUID_TWIN_SEARCH] += (t->thread_ms[0][0] + t->thread_ms[1][0]) / PAIR_THREADS;
    t->ms[stage] += (t->thread_ms[0][1] + t->thread_ms[1][1]) / PAIR_THREADS;
}

void liquid_twin_substep(liquid_twin* t, const mas_vec4* position, const mas_vec4* velocity, uint32_t iterations)
{
    memset(t->ms, 0, sizeof t->ms);
    t->from            = position != NULL ? position : t->carried;
    t->from_velocity   = position != NULL ? velocity : t->carried_velocity;
    const double begin = bench_now();
    pair_run(t->grid.threads, predict, t);
    const double flown = bench_now();
    twin_sort(&t->grid, t->predicted, t->predicted_velocity);
    t->ms[LIQUID_TWIN_PREDICT] = flown - begin;
    t->ms[LIQUID_TWIN_GRID]    = bench_now() - flown;
    for (uint32_t i = 0; i < iterations; ++i)
    {
        t->first = i == 0;
        t->last  = i + 1 == iterations;
        run_pass(t, weigh_chunks, LIQUID_TWIN_DENSITY);
        run_pass(t, push_chunks, LIQUID_TWIN_CORRECT);
    }
}

static void settle(void* data, uint32_t thread)
{
    liquid_twin* t = data;
    for (uint32_t i = part(t->grid.places, thread); i < part(t->grid.places, thread + 1); ++i)
    {
        uint32_t tag;
        memcpy(&tag, &t->carried[i].w, sizeof tag);
        t->position[tag & PARTICLE_SLOT_MASK] = t->carried[i];
        t->velocity[tag & PARTICLE_SLOT_MASK] = t->carried_velocity[i];
    }
}

void liquid_twin_settle(liquid_twin* t, mas_vec4* position, mas_vec4* velocity)
{
    t->position = position;
    t->velocity = velocity;
    pair_run(t->grid.threads, settle, t);
}
