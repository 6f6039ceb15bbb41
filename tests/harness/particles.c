#include "particles.h"
#include "oracle/contact.h"
#include "oracle/exact.h"
#include "oracle/grid.h"
#include "oracle/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void test_plan_particles(test_gpu* gpu, test_particles* t, const test_particles_desc* d)
{
    const mas_span counters = mas_plan(&gpu->arena, MAS_SCRATCH, "counters", 1, sizeof(particle_counters));
    const uint32_t room     = d->cells > d->capacity ? d->cells : d->capacity; // for a table of as many cells
    t->array                = mas_particles_plan(&gpu->arena, room, d->neighbours, counters);
    t->array.capacity       = d->capacity;
    t->layers               = d->layers;
    t->teams                = !d->by_particle;
    if (d->cells != 0) t->array.cells = d->cells;
    mas_grid_plan(&t->grid, &gpu->arena, &t->array);
    t->colliders = mas_plan(&gpu->arena, MAS_SCRATCH, "colliders", d->colliders, sizeof(collider_state));
}

void test_create_particles(test_gpu* gpu, test_particles* t)
{
    test_try(mas_grid_create(&t->grid, &gpu->kernels, &t->array));
    test_try((t->teams ? mas_search_create_teams : mas_search_create)(&t->search, &gpu->kernels, &t->array));
    test_try(mas_contact_create(&t->contact, &gpu->kernels, &t->array, t->colliders));
}

void test_make_particles(test_gpu* gpu, test_particles* t, const test_particles_desc* d)
{
    test_reset(gpu);
    test_plan_particles(gpu, t, d);
    test_allocate(gpu);
    test_create_particles(gpu, t);
}

oracle_particles test_create_twin(const test_particles* t, const float* radius)
{
    const mas_particles* a = &t->array;
    oracle_particles p =
        oracle_create_particles(a->capacity, a->cells, a->neighbours, (uint32_t)mas_span_count(t->colliders));
    particle_layer layer[PARTICLE_MAX_LAYERS] = { { 0 } };
    for (uint32_t i = 0; i < t->layers; ++i)
        layer[i] = (particle_layer){ .radius       = radius[i],
                                     .stiffness    = 400.0f + 100.0f * (float)i,
                                     .damping      = 0.75f + (float)i,
                                     .drag         = i % 2 == 0 ? 0.25f : 0.0f,
                                     .restitution  = 0.5f,
                                     .friction     = 0.125f,
                                     .inverse_mass = 1.0f };
    p.params = mas_particle_params(layer, t->layers, a->cells, a->neighbours, 0,
                                   (mas_vec4){ 0.25f, -9.81f, 0.5f, 0.0f }, 1.0f / 240.0f);
    return p;
}

static float nudged(float x, uint32_t choice)
{
    return choice == 0 ? nextafterf(x, -INFINITY) : choice == 1 ? x : nextafterf(x, INFINITY);
}

// d: diameter of the particle's layer.
static mas_vec4 place(test_cloud cloud, uint32_t i, uint32_t n, float d, uint64_t* seed)
{
    const float side    = d * 0.5f * cbrtf((float)n + 1.0f); // half a cube of spacing d / 2 is 30 neighbours
    const float cell    = d * (float)PARTICLE_CELL_MARGIN;
    const mas_vec4 r    = test_uniform4(seed, -0.5f, 0.5f);
    const uint32_t edge = (uint32_t)cbrtf((float)n) + 1;
    switch (cloud)
    {
    case CLOUD_FAR:
        return (mas_vec4){ 1e5f * cell + side * r.x, -1e5f * cell + side * r.y, 1.001e5f * cell + side * r.z, 0.0f };
    case CLOUD_EDGE:
        return (mas_vec4){ -131072.0f * cell + side * r.x, 131072.0f * cell + side * r.y, side * r.z, 0.0f };
    case CLOUD_LATTICE:
        return (mas_vec4){ 0.5f * d * (float)(i % edge), 0.5f * d * (float)(i / edge % edge),
                           -0.5f * d * (float)(i / (edge * edge)), 0.0f };
    case CLOUD_BORDERS:
        return (mas_vec4){ nudged(0.25f * cell * (float)((int)(i % 9) - 4), test_random(seed) % 3),
                           nudged(cell * (float)((int)(i / 9 % 5) - 2), test_random(seed) % 3),
                           nudged(cell * (float)((int)(i / 45 % 5) - 2), test_random(seed) % 3), 0.0f };
    case CLOUD_ROW: return (mas_vec4){ 0.1f * cell * (float)((int)i - (int)(n / 2)), 0.0f, 0.0f, 0.0f };
    case CLOUD_ROWS:
        return (mas_vec4){ 0.25f * d * r.x, 0.7f * d * (float)((int)(i % 41) - 20), 0.7f * d * (float)(i / 41), 0.0f };
    case CLOUD_TIGHT:
        return (mas_vec4){ 0.1f * d * (r.x + 0.5f), 0.5f * d * (r.y + 0.5f), 0.5f * d * (r.z + 0.5f), 0.0f };
    case CLOUD_POINT: return (mas_vec4){ -d, 2.0f * d, 0.0f, 0.0f };
    default: return (mas_vec4){ side * r.x, side * r.y, side * r.z, 0.0f };
    }
}

void test_fill_particles(oracle_particles* p, test_cloud cloud, uint32_t n, uint32_t dead)
{
    uint32_t layers = 0;
    uint64_t seed   = 77 * n + cloud;
    while (layers < PARTICLE_MAX_LAYERS && p->params.layer[layers].inverse_mass != 0.0f)
        ++layers;
    memset(p->position, 0, p->capacity * sizeof *p->position);
    memset(p->velocity, 0, p->capacity * sizeof *p->velocity);
    p->slots    = n;
    p->counters = (particle_counters){ 0 };
    for (uint32_t i = 0; i < n; ++i)
    {
        // Big particles are few: one in 8 of each further layer.
        const uint32_t pick  = test_random(&seed) % 8;
        const uint32_t layer = pick < layers ? pick : 0;
        // All layers in one place: the cloud has the size that the first layer gives it.
        mas_vec4 x = place(cloud, i, n, 2.0f * p->params.layer[0].radius, &seed);
        mas_vec4 v = oracle_flush4(test_uniform4(&seed, -1.0f, 1.0f));
        if (dead != 0 && i % dead == 0) continue;
        x              = oracle_flush4(x);
        x.w            = oracle_particle_tag(i, layer);
        v.w            = 8.0f / (float)(1 << layer);
        p->position[i] = x;
        p->velocity[i] = v;
    }
}

void test_upload_particles(test_gpu* gpu, const test_particles* t, const oracle_particles* p)
{
    test_upload(gpu, t->array.position, p->position, p->capacity * sizeof *p->position);
    test_upload(gpu, t->array.velocity, p->velocity, p->capacity * sizeof *p->velocity);
    test_upload(gpu, t->array.params, &p->params, sizeof p->params);
    test_upload(gpu, t->array.counters, &p->counters, sizeof p->counters);
    test_upload(gpu, t->colliders, p->collider, p->params.colliders * sizeof *p->collider);
}

void test_record_step(const test_particles* t, mas_recorder* rec, uint32_t slots, uint32_t substeps, mas_grid_from from)
{
    for (uint32_t i = 0; i < substeps; ++i)
    {
        mas_grid_record(&t->grid, rec, slots, i > 0 ? MAS_FROM_PLACES : from);
        mas_search_record(&t->search, rec, slots, t->layers);
        mas_contact_record(&t->contact, rec, slots, t->layers, i + 1 < substeps);
    }
}

void test_substep(oracle_particles* p)
{
    oracle_grid(p);
    oracle_search(p);
    oracle_contact(p);
}

void test_expect_sorted(test_gpu* gpu, const test_particles* t, const oracle_particles* p)
{
    test_expect_array(gpu, "start", t->array.start, p->start, (uint64_t)p->cells + 1);
    test_expect_array(gpu, "sorted position", t->array.sorted_position, p->sorted_position, p->start[p->cells]);
    test_expect_array(gpu, "sorted velocity", t->array.sorted_velocity, p->sorted_velocity, p->start[p->cells]);
}

void test_expect_state(test_gpu* gpu, const test_particles* t, const oracle_particles* p)
{
    test_expect_array(gpu, "position", t->array.position, p->position, p->capacity);
    test_expect_array(gpu, "velocity", t->array.velocity, p->velocity, p->capacity);
    test_expect_array(gpu, "counters", t->array.counters, &p->counters, 1);
}

// The word of place i in a row of its team's list.
static uint32_t team_word(const uint32_t* word, uint32_t slots, uint32_t row, uint32_t i)
{
    const uint64_t stride = (slots + PARTICLE_TEAM - 1) / PARTICLE_TEAM * PARTICLE_TEAM + PARTICLE_TEAM_APART;
    return word[4 * (row / 4 * stride + i) + row % 4];
}

// Lists by particle from lists of teams, whose entries they share.
static void take_apart(const uint32_t* word, uint32_t slots, uint32_t room, const uint32_t* count, uint32_t* entry)
{
    for (uint32_t i = 0; i < slots; ++i)
    {
        const uint32_t first = i / PARTICLE_TEAM * PARTICLE_TEAM, length = team_word(word, slots, 0, i);
        uint32_t n = 0;
        munit_assert_uint32(length % PARTICLE_TEAM, ==, 0);
        munit_assert_uint32(length, <=, PARTICLE_TEAM * room);
        munit_assert_uint32(length, ==, team_word(word, slots, 0, first)); // every lane knows it
        for (uint32_t k = 0; k < length; ++k)
        {
            const uint32_t row = 1 + k / PARTICLE_TEAM, lane = k % PARTICLE_TEAM;
            if ((team_word(word, slots, row, i) >> lane & 1u) == 0) continue;
            munit_assert_uint32(n, <, count[i]);
            entry[(uint64_t)i * room + n++] = team_word(word, slots, row, first + lane) >> 8;
        }
        if (count[i] != PARTICLE_NONE && n != count[i]) munit_errorf("place %u: %u of %u are listed", i, n, count[i]);
    }
}

static bool has_team_lists(const test_particles* t)
{
    return t->teams && t->layers == 1 && strcmp(t->search.walk[0].kernel.name, "search_teams") == 0;
}

uint32_t test_longest_team_list(test_gpu* gpu, const test_particles* t, uint32_t slots)
{
    uint32_t longest = 0;
    if (!has_team_lists(t)) return longest;
    uint32_t* word = malloc(t->array.neighbour.size);
    test_download(gpu, t->array.neighbour, word, t->array.neighbour.size);
    for (uint32_t i = 0; i < slots; ++i)
        if (team_word(word, slots, 0, i) > longest) longest = team_word(word, slots, 0, i);
    free(word);
    return longest;
}

void test_download_lists(test_gpu* gpu, const test_particles* t, uint32_t slots, uint32_t* count, uint32_t* entry)
{
    const mas_pass* walk = &t->search.walk[t->layers > 1];
    const uint32_t words = t->array.neighbour.stride / 4; // of a place
    uint32_t* word       = malloc(t->array.neighbour.size);
    test_download(gpu, t->array.neighbour, word, t->array.neighbour.size);
    test_download(gpu, t->array.neighbour_count, count, slots * sizeof *count);
    const bool teams = has_team_lists(t);
    if (teams) take_apart(word, slots, t->array.neighbours, count, entry);
    for (uint32_t i = 0; i < slots && !teams; ++i)
    {
        const uint64_t first = i / walk->window_items * walk->window_items, rest = slots - first;
        const uint64_t width = walk->window_count > 1 && rest > walk->window_items ? walk->window_items : rest;
        const uint32_t n     = count[i] == PARTICLE_NONE ? 0 : count[i];
        munit_assert_uint32(n, <=, t->array.neighbours);
        for (uint32_t k = 0; k < n; ++k)
            entry[(uint64_t)i * t->array.neighbours + k] = word[first * words + k * width + (i - first)];
    }
    free(word);
}

void test_expect_lists(test_gpu* gpu, const test_particles* t, const oracle_particles* p)
{
    uint32_t* count = malloc(p->slots * sizeof *count + 1);
    uint32_t* entry = malloc((uint64_t)p->slots * p->neighbours * sizeof *entry + 1);
    test_download_lists(gpu, t, p->slots, count, entry);
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        if (count[i] != p->neighbour_count[i])
            munit_errorf("place %u has %u neighbours, expected %u", i, count[i], p->neighbour_count[i]);
        for (uint32_t k = 0; k < count[i] && count[i] != PARTICLE_NONE; ++k)
        {
            const uint64_t at = (uint64_t)i * p->neighbours + k;
            if (entry[at] != p->neighbour[at])
                munit_errorf("place %u, neighbour %u: %u, expected %u", i, k, entry[at], p->neighbour[at]);
        }
    }
    free(count);
    free(entry);
}

void test_run_substeps(test_gpu* gpu, const test_particles* t, oracle_particles* p, uint32_t substeps)
{
    mas_recorder* rec = test_record(gpu);
    test_record_step(t, rec, p->slots, substeps, MAS_FROM_SLOTS);
    test_submit(gpu);
    test_download(gpu, t->array.position, p->position, p->capacity * sizeof *p->position);
    test_download(gpu, t->array.velocity, p->velocity, p->capacity * sizeof *p->velocity);
}

void test_set_particle(oracle_particles* p, uint32_t slot, uint32_t layer, mas_vec4 x, mas_vec4 v, float mass)
{
    x.w               = oracle_particle_tag(slot, layer);
    v.w               = 1.0f / mass;
    p->position[slot] = x;
    p->velocity[slot] = v;
    if (p->slots <= slot) p->slots = slot + 1;
}
