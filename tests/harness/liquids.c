#include "liquids.h"
#include "oracle/exact.h"
#include "oracle/pace.h"
#include "oracle/part.h"

#include <stdlib.h>
#include <string.h>

void test_make_liquids(test_gpu* gpu, test_liquids* t, uint32_t capacity, uint32_t neighbours)
{
    test_reset(gpu);
    const mas_span counters = mas_plan(&gpu->arena, MAS_SCRATCH, "counters", 1, sizeof(particle_counters));
    t->array                = mas_particles_plan(&gpu->arena, capacity, neighbours, counters);
    t->liquid               = mas_liquid_plan(&gpu->arena, capacity);
    mas_grid_plan(&t->grid, &gpu->arena, &t->array);
    t->grid.list = t->liquid.cells_list;
    test_allocate(gpu);
    const mas_particles predicted = mas_liquid_predicted(&t->liquid, &t->array), left = mas_liquid_left(&t->array);
    test_try(mas_pace_create(&t->pace, &gpu->kernels, &t->liquid));
    test_try(mas_predict_create(&t->predict, &gpu->kernels, &left, &t->liquid));
    test_try(mas_grid_create(&t->grid, &gpu->kernels, &predicted));
    test_try(mas_search_create_teams(&t->search, &gpu->kernels, &t->array));
    test_try(mas_density_create(&t->density, &gpu->kernels, &t->array, &t->liquid));
    test_try(mas_correct_create(&t->correct, &gpu->kernels, &t->array, &t->liquid));
    test_try(mas_settle_create(&t->settle, &gpu->kernels, &left, &t->liquid));
}

void test_create_pool(test_pool* p, uint32_t capacity, uint32_t neighbours, uint32_t liquids)
{
    const float d              = TEST_SPACING;
    const mas_vec4 gravity     = { 0.25f, -9.81f, 0.5f, 0.0f };
    const float substep        = 1.0f / (60.0f * TEST_SUBSTEPS);
    const particle_layer layer = { .radius = 0.5f * (float)LIQUID_REACH * d, .inverse_mass = 1.0f };
    p->particles               = oracle_create_particles(capacity, mas_particle_cells(capacity), neighbours, 0);
    p->particles.params        = mas_particle_params(&layer, 1, p->particles.cells, neighbours, 0, gravity, substep);
    p->liquid                  = oracle_create_liquid(&p->particles);
    p->liquid.params           = (liquid_params){ .gravity       = gravity,
                                                  .spacing       = d,
                                                  .reach         = (float)LIQUID_REACH * d,
                                                  .inverse_reach = 1.0f / ((float)LIQUID_REACH * d),
                                                  .volume        = (float)LIQUID_VOLUME * (d * d * d),
                                                  .relaxation    = 0.4f,
                                                  .substep       = substep,
                                                  .parts         = 4,
                                                  .liquids       = liquids,
                                                  .capacity      = capacity,
                                                  .push_out      = 3.0f * substep };
    mas_liquid_take_grid(&p->liquid.params, &p->particles.params);
    for (uint32_t i = 0; i < liquids; ++i)
    {
        const float mass         = 1000.0f / (float)(1 << i) * (d * d * d);
        p->liquid.params.kind[i] = (liquid_kind){ .inverse_mass = 1.0f / mass,
                                                  .mass         = mass,
                                                  .viscosity    = 0.25f / (float)(i + 1),
                                                  .drag         = 0.5f * (float)(i % 2) };
    }
}

void test_destroy_pool(test_pool* p)
{
    oracle_destroy_liquid(&p->liquid);
    oracle_destroy_particles(&p->particles);
}

void test_set_drop(test_pool* p, uint32_t slot, uint32_t liquid, mas_vec4 x, mas_vec4 v)
{
    x.w                         = oracle_from_bits(PARTICLE_ALIVE | liquid << LIQUID_SHIFT | slot);
    p->particles.position[slot] = p->particles.previous[slot] = x;
    p->particles.velocity[slot]                               = v;
    if (p->particles.slots <= slot) p->particles.slots = slot + 1;
    p->liquid.params.slots = p->particles.slots;
}

void test_fill_pool(test_pool* p, test_cloud cloud, uint32_t n, uint32_t dead)
{
    test_fill_particles(&p->particles, cloud, n, dead);
    p->liquid.params.slots = n;
    p->liquid.state        = (liquid_state){ .drained = 3 };
    memset(p->liquid.density, 0, p->particles.capacity * sizeof(float));
    memset(p->particles.previous, 0, p->particles.capacity * sizeof(mas_vec4));
    for (uint32_t i = 0; i < n; ++i)
        if (oracle_bits(p->particles.position[i].w) != 0)
        {
            p->particles.velocity[i].w = 2.0f * (float)(i % 5); // J/kg
            test_set_drop(p, i, i / 3 % p->liquid.params.liquids, p->particles.position[i], p->particles.velocity[i]);
        }
}

void test_set_block(test_pool* p, uint32_t first_slot, uint32_t edge, mas_vec4 low, float scale)
{
    const float d = scale * TEST_SPACING;
    for (uint32_t i = 0; i < edge * edge * edge; ++i)
        test_set_drop(p, first_slot + i, 0,
                      (mas_vec4){ low.x + d * (float)(i % edge), low.y + d * (float)(i / (edge * edge)),
                                  low.z + d * (float)(i / edge % edge), 0.0f },
                      (mas_vec4){ 0 });
}

void test_scatter_walls(test_pool* p)
{
    oracle_liquid* l = &p->liquid;
    for (uint32_t i = 0; i < p->particles.start[p->particles.cells]; ++i)
    {
        uint64_t seed       = oracle_bits(p->particles.sorted_position[i].w);
        const uint32_t pick = test_random(&seed) % 11;
        l->wall_count[i]    = pick == 10 ? LIQUID_GONE : pick <= LIQUID_WALLS ? pick : 0;
        for (uint32_t k = 0; k < LIQUID_WALLS; ++k)
        {
            const mas_vec4 r    = test_uniform4(&seed, -1.0f, 1.0f);
            const oracle_vec3 n = oracle_normalize3((oracle_vec3){ r.x, r.y, r.z + 1.5f });
            liquid_wall* w      = &l->wall[(uint64_t)i * LIQUID_WALLS + k];
            w->plane            = (mas_vec4){ n.x, n.y, n.z, TEST_SPACING * (0.9f + r.w) };
            w->way              = oracle_flush4(test_uniform4(&seed, -0.001f, 0.001f));
        }
    }
}

void test_stand_walls(oracle_liquid* l, void* user)
{
    const float side = *(const float*)user;
    for (uint32_t i = 0; i < l->particles->start[l->particles->cells]; ++i)
    {
        const mas_vec4 x       = l->particles->sorted_position[i];
        const mas_vec4 plane[] = { { 0.0f, 1.0f, 0.0f, x.y },
                                   { 1.0f, 0.0f, 0.0f, x.x },
                                   { -1.0f, 0.0f, 0.0f, side - x.x },
                                   { 0.0f, 0.0f, 1.0f, x.z },
                                   { 0.0f, 0.0f, -1.0f, side - x.z } };
        l->wall_count[i]       = 0;
        for (uint32_t k = 0; k < (side > 0.0f ? MAS_COUNT(plane) : 1) && l->wall_count[i] < LIQUID_WALLS; ++k)
            if (plane[k].w < l->params.reach)
                l->wall[(uint64_t)i * LIQUID_WALLS + l->wall_count[i]++] = (liquid_wall){ .plane = plane[k] };
    }
}

void test_no_walls(oracle_liquid* l, void* user)
{
    (void)user;
    memset(l->wall_count, 0, l->particles->capacity * sizeof *l->wall_count);
}

void test_upload_pool(test_gpu* gpu, const test_liquids* t, const test_pool* p)
{
    const oracle_particles* o = &p->particles;
    const uint64_t size       = o->capacity * sizeof(mas_vec4);
    test_upload(gpu, t->array.position, o->position, size);
    test_upload(gpu, t->array.velocity, o->velocity, size);
    test_upload(gpu, t->array.previous, o->previous, size);
    test_upload(gpu, t->array.params, &o->params, sizeof o->params);
    test_upload(gpu, t->array.counters, &o->counters, sizeof o->counters);
    test_upload(gpu, t->liquid.params, &p->liquid.params, sizeof p->liquid.params);
    test_upload(gpu, t->liquid.state, &p->liquid.state, sizeof p->liquid.state);
    test_upload(gpu, t->liquid.density, p->liquid.density, o->capacity * sizeof(float));
    test_set_list(gpu, mas_span_part(t->liquid.gate, 0, 1), o->slots, o->capacity); // until a pace says otherwise
}

void test_upload_walls(test_gpu* gpu, const test_liquids* t, const test_pool* p)
{
    const uint32_t n  = p->particles.capacity;
    liquid_wall* wall = calloc((size_t)n * LIQUID_WALLS, sizeof *wall);
    for (uint32_t i = 0; i < n * LIQUID_WALLS; ++i)
        wall[i % LIQUID_WALLS * n + i / LIQUID_WALLS] = p->liquid.wall[i];
    test_upload(gpu, t->liquid.wall, wall, (uint64_t)n * LIQUID_WALLS * sizeof *wall);
    test_upload(gpu, t->liquid.wall_count, p->liquid.wall_count, n * sizeof(uint32_t));
    free(wall);
}

void test_record_find(const test_liquids* t, mas_recorder* rec, uint32_t number, uint32_t slots, bool carried)
{
    mas_predict_record(&t->predict, rec, &t->liquid, number, slots, carried);
    mas_grid_record_list(&t->grid, rec, t->liquid.slots_list, slots);
    mas_search_record_list(&t->search, rec, t->liquid.slots_list, slots, 1);
}

void test_record_solve(const test_liquids* t, mas_recorder* rec, uint32_t slots, uint32_t liquids, uint32_t iterations)
{
    for (uint32_t k = 0; k < iterations; ++k)
    {
        mas_density_record(&t->density, rec, &t->liquid, slots, liquids, k == 0);
        mas_correct_record(&t->correct, rec, &t->liquid, slots, liquids, k == 0, k + 1 == iterations);
    }
}

void test_find_neighbours(test_gpu* gpu, const test_liquids* t, test_pool* p)
{
    test_upload_pool(gpu, t, p);
    mas_recorder* rec = test_record(gpu);
    mas_pace_record(&t->pace, rec, t->array.cells);
    test_record_find(t, rec, 0, p->particles.slots, false);
    test_submit(gpu);
    oracle_pace(&p->liquid);
    oracle_part_find(&p->liquid);
}

void test_expect_pool(test_gpu* gpu, const test_liquids* t, const test_pool* p)
{
    const oracle_particles* o = &p->particles;
    test_expect_array(gpu, "position", t->array.position, o->position, o->capacity);
    test_expect_array(gpu, "velocity", t->array.velocity, o->velocity, o->capacity);
    test_expect_array(gpu, "previous", t->array.previous, o->previous, o->capacity);
    test_expect_array(gpu, "counters", t->array.counters, &o->counters, 1);
    test_expect_array(gpu, "state", t->liquid.state, &p->liquid.state, 1);
    test_expect_array(gpu, "density", t->liquid.density, p->liquid.density, o->capacity);
}

void test_expect_carried(test_gpu* gpu, const test_liquids* t, const test_pool* p)
{
    const oracle_particles* o = &p->particles;
    mas_vec4* x               = calloc(o->slots + 1, sizeof *x);
    mas_vec4* v               = calloc(o->slots + 1, sizeof *v);
    test_download(gpu, t->array.sorted_velocity, v, o->slots * sizeof *v); // where nobody is left, anything
    for (uint32_t i = 0; i < o->start[o->cells]; ++i)
    {
        if (p->liquid.wall_count[i] == LIQUID_GONE) continue;
        const uint32_t slot = oracle_bits(o->sorted_position[i].w) & PARTICLE_SLOT_MASK;
        x[i]                = o->position[slot];
        v[i]                = o->velocity[slot];
    }
    test_expect_array(gpu, "carried position", t->array.sorted_position, x, o->slots);
    test_expect_array(gpu, "carried velocity", t->array.sorted_velocity, v, o->slots);
    free(x);
    free(v);
}
