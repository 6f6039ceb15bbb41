#include "sph.h"
#include "oracle/exact.h"
#include "oracle/grid.h"
#include "oracle/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void test_make_sph(test_gpu* gpu, test_sph* t, uint32_t capacity, uint32_t neighbours)
{
    test_reset(gpu);
    test_plan_particles(gpu, &t->particles, &(test_particles_desc){ capacity, neighbours, 1, 0, 1, true });
    t->array = mas_liquid_plan(&gpu->arena, capacity);
    test_allocate(gpu);
    test_create_particles(gpu, &t->particles);
    test_try(mas_sph_create(&t->sph, &gpu->kernels, &t->array, &t->particles.array));
}

oracle_liquid test_create_sph_twin(const test_sph* t, float spacing, uint32_t liquids)
{
    static const float rest[] = { 1000.0f, 700.0f, 3000.0f, 850.0f, 13600.0f, 1200.0f, 920.0f, 1050.0f };
    oracle_particles* p       = malloc(sizeof *p);
    *p                        = test_create_twin(&t->particles, &spacing);
    oracle_liquid l           = oracle_create_liquid(p);
    l.params                  = (liquid_params){
                         .spacing       = spacing,
                         .reach         = 2.0f * spacing,
                         .inverse_reach = 1.0f / (2.0f * spacing),
                         .volume        = mas_sph_volume(spacing),
                         .substep       = 1.0f / 240.0f,
                         .parts         = LIQUID_MAX_PARTS,
                         .only          = 2,
                         .liquids       = liquids,
                         .capacity      = p->capacity,
                         .stiffness     = 900.0f,
                         .exponent      = 1.0f,
                         .push_out      = 0.1f * spacing,
    };
    for (uint32_t i = 0; i < LIQUID_MAX; ++i)
    {
        if (liquids > 1 ? i >= liquids : i != l.params.only) continue;
        const float mass = rest[i] * spacing * spacing * spacing;
        l.params.kind[i] = (liquid_kind){ 1.0f / mass, mass, 0.02f * (float)(i + 1), 0.0f };
    }
    test_sph_parts(&l, 1.0e-3f);
    return l;
}

void test_destroy_sph_twin(oracle_liquid* l)
{
    oracle_particles* p = l->particles;
    oracle_destroy_liquid(l);
    oracle_destroy_particles(p);
    free(p);
}

void test_sph_parts(oracle_liquid* l, float part)
{
    l->params.part         = part;
    l->params.inverse_part = 1.0f / part;
    l->params.share        = part / l->params.substep;
}

void test_sph_set_drop(oracle_liquid* l, uint32_t slot, uint32_t liquid, mas_vec4 x, mas_vec4 v)
{
    test_set_particle(l->particles, slot, 0, x, v, 1.0f);
    mas_vec4* to                   = &l->particles->position[slot];
    to->w                          = oracle_from_bits(oracle_bits(to->w) | liquid << LIQUID_SHIFT);
    l->particles->velocity[slot].w = l->params.kind[liquid].inverse_mass;
    l->params.slots                = l->particles->slots;
}

void test_fill_lattice(oracle_liquid* l, uint32_t nx, uint32_t ny, uint32_t nz, mas_vec4 x)
{
    const float d = l->params.spacing;
    for (uint32_t i = 0; i < nx * ny * nz; ++i)
    {
        const mas_vec4 at     = { x.x + d * (float)(i % nx), x.y + d * (float)(i / nx % ny),
                                  x.z + d * (float)(i / (nx * ny)), 0.0f };
        const uint32_t liquid = l->params.liquids > 1 ? i % l->params.liquids : l->params.only;
        test_sph_set_drop(l, i, liquid, at, (mas_vec4){ 0 });
    }
}

void test_sph_no_walls(oracle_liquid* l, uint32_t place)
{
    l->wall_count[place] = 0;
}

static void gather(oracle_liquid* l, test_walls walls)
{
    oracle_grid(l->particles);
    oracle_search(l->particles);
    for (uint32_t i = 0; i < l->particles->start[l->particles->cells]; ++i)
        walls(l, i);
}

void test_sph_part(oracle_liquid* l, test_walls walls)
{
    gather(l, walls);
    oracle_sph_density(l);
    oracle_sph_force(l);
}

// Lists and walls in the order of the device: entry k of all places side by side.
static void upload_lists(test_gpu* gpu, const test_sph* t, const oracle_liquid* l)
{
    const oracle_particles* p = l->particles;
    const uint64_t slots = p->slots, capacity = p->capacity;
    uint32_t* entry   = calloc((slots + 1) * (p->neighbours + 1), sizeof *entry);
    liquid_wall* wall = calloc(capacity * LIQUID_WALLS, sizeof *wall);
    for (uint64_t i = 0; i < p->start[p->cells]; ++i)
    {
        for (uint64_t k = 0; k < p->neighbour_count[i]; ++k)
            entry[k * slots + i] = p->neighbour[i * p->neighbours + k];
        for (uint64_t k = 0; k < LIQUID_WALLS; ++k)
            wall[k * capacity + i] = l->wall[i * LIQUID_WALLS + k];
    }
    test_upload(gpu, t->particles.array.neighbour, entry, slots * p->neighbours * sizeof *entry);
    test_upload(gpu, t->particles.array.neighbour_count, p->neighbour_count, slots * sizeof *p->neighbour_count);
    test_upload(gpu, t->array.wall, wall, capacity * LIQUID_WALLS * sizeof *wall);
    test_upload(gpu, t->array.wall_count, l->wall_count, slots * sizeof *l->wall_count);
    free(entry);
    free(wall);
}

// What the device left by place, put into slots.
static void take_places(test_gpu* gpu, const test_sph* t, oracle_particles* p)
{
    mas_vec4* place = malloc((uint64_t)p->capacity * 2 * sizeof *place);
    mas_vec4* speed = place + p->capacity;
    test_download(gpu, t->particles.array.carried_position, place, p->slots * sizeof *place);
    test_download(gpu, t->particles.array.carried_velocity, speed, p->slots * sizeof *speed);
    memset(p->position, 0, p->capacity * sizeof *p->position);
    memset(p->velocity, 0, p->capacity * sizeof *p->velocity);
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        const uint32_t tag = oracle_bits(place[i].w);
        if (tag == 0) continue;
        p->position[tag & PARTICLE_SLOT_MASK] = place[i];
        p->velocity[tag & PARTICLE_SLOT_MASK] = speed[i];
    }
    free(place);
}

static void expect_numbers(const char* name, const mas_vec4* found, const mas_vec4* want, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (memcmp(&found[i], &want[i], sizeof *found) != 0)
            munit_errorf("%s[%u] of %u: %.9g %.9g %.9g %.9g, expected %.9g %.9g %.9g %.9g", name, i, count,
                         (double)found[i].x, (double)found[i].y, (double)found[i].z, (double)found[i].w,
                         (double)want[i].x, (double)want[i].y, (double)want[i].z, (double)want[i].w);
}

void test_expect_sph_part(test_gpu* gpu, const test_sph* t, oracle_liquid* l, test_walls walls)
{
    oracle_particles* p   = l->particles;
    const mas_particles a = t->particles.array;
    gather(l, walls);
    const uint32_t living = p->start[p->cells];
    upload_lists(gpu, t, l);
    test_upload(gpu, a.sorted_position, p->sorted_position, living * sizeof *p->sorted_position);
    test_upload(gpu, a.sorted_velocity, p->sorted_velocity, living * sizeof *p->sorted_velocity);
    test_upload(gpu, t->array.params, &l->params, sizeof l->params);
    test_upload(gpu, t->array.state, &l->state, sizeof l->state);
    test_set_list(gpu, t->array.slots_list, p->slots, p->capacity);
    mas_sph_record(&t->sph, test_record(gpu), t->array.slots_list, p->slots, l->params.liquids);
    test_submit(gpu);

    oracle_sph_density(l);
    oracle_sph_force(l);
    test_expect_array(gpu, "packed", t->array.packed, l->packed, p->slots);
    test_expect_array(gpu, "weighed", t->array.weighed, l->weighed, living);
    test_expect_array(gpu, "state", t->array.state, &l->state, 1);
    oracle_particles found = oracle_create_particles(p->capacity, p->cells, 0, 0);
    found.slots            = p->slots;
    take_places(gpu, t, &found);
    expect_numbers("position", found.position, p->position, p->capacity);
    expect_numbers("velocity", found.velocity, p->velocity, p->capacity);
    oracle_destroy_particles(&found);
}

// What the last part left by place, as if places were slots: a particle's own slot is in its tag. Nobody may be retired:
// a grid would clear the place that has the number of its slot.
static void take_up(const test_sph* t, mas_recorder* rec, uint32_t slots)
{
    const mas_particles* a = &t->particles.array;
    mas_copy(rec, a->carried_position, a->position, slots * sizeof(mas_vec4));
    mas_copy(rec, a->carried_velocity, a->velocity, slots * sizeof(mas_vec4));
}

void test_run_sph_parts(test_gpu* gpu, const test_sph* t, oracle_liquid* l, uint32_t parts)
{
    oracle_particles* p = l->particles;
    test_upload_particles(gpu, &t->particles, p);
    test_upload(gpu, t->array.params, &l->params, sizeof l->params);
    test_set_list(gpu, t->array.slots_list, p->slots, p->capacity);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, t->array.wall_count, 0);
    for (uint32_t i = 0; i < parts; ++i)
    {
        if (i > 0) take_up(t, rec, p->slots);
        mas_grid_record(&t->particles.grid, rec, p->slots, MAS_FROM_SLOTS);
        mas_search_record(&t->particles.search, rec, p->slots, 1);
        mas_sph_record(&t->sph, rec, t->array.slots_list, p->slots, l->params.liquids);
    }
    test_submit(gpu);
    take_places(gpu, t, p);
    test_download(gpu, t->particles.array.counters, &p->counters, sizeof p->counters);
}

test_liquid_totals test_sum_liquid(const oracle_liquid* l)
{
    test_liquid_totals t = { { 0 }, 0, 0, 0 };
    for (uint32_t i = 0; i < l->particles->slots; ++i)
    {
        const mas_vec4 x = l->particles->position[i], v = l->particles->velocity[i];
        if (oracle_bits(x.w) == 0) continue;
        const double m      = 1.0 / (double)v.w;
        const double square = (double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z;
        t.momentum[0] += m * (double)v.x;
        t.momentum[1] += m * (double)v.y;
        t.momentum[2] += m * (double)v.z;
        t.moving += m * sqrt(square);
        t.kinetic += 0.5 * m * square;
        t.height -= m * (double)l->params.gravity.y * (double)x.y;
    }
    return t;
}
