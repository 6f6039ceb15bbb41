// Shapes as a liquid meets them.
//   find    places, colliders -> walls of each particle, who is in a drain   boundary.comp
//   drain   who is in a drain -> free slots                                  boundary_drain.comp
//   count   slots, colliders -> particles in sensors                         boundary_count.comp
// Only find runs in every part of every substep: it knows where a particle comes from and leads to. Sensors are asked
// once, about the places that a step ends with.
#include "boundary.h"

enum
{
    FIND,
    COUNT,
    HULLS, // the same where the world has hulls
    DRAIN = HULLS + 2
};

#define FIND_ROW(hulls)                                                                                                \
    {                                                                                                                  \
        .name = "boundary", .access = "urrrrrww", .push = sizeof(boundary_push), .constant = { hulls }, .twin = {      \
            { .name = "boundary_teams", .lanes = PARTICLE_TEAM }                                                       \
        }                                                                                                              \
    }
#define COUNT_ROW(hulls)                                                                                               \
    {                                                                                                                  \
        .name = "boundary_count", .access = "urrrx", .push = sizeof(mas_range), .constant = { hulls }                  \
    }

const mas_kernel_desc mas_boundary_kernels[] = {
    [FIND]          = FIND_ROW(0),
    [COUNT]         = COUNT_ROW(0),
    [HULLS + FIND]  = FIND_ROW(1),
    [HULLS + COUNT] = COUNT_ROW(1),
    [DRAIN]         = { .name = "boundary_drain", .access = "rrwwwx", .push = sizeof(boundary_push) },
};
const uint32_t mas_boundary_kernel_count = MAS_COUNT(mas_boundary_kernels);

void mas_boundary_plan(mas_boundary* s, mas_arena* a, uint32_t colliders)
{
    const uint64_t counts = (uint64_t)colliders * LIQUID_MAX;
    s->sensor_count       = mas_plan(a, MAS_STATE, "liquid sensor counts", counts, sizeof(uint32_t));
}

massa_result mas_boundary_create(mas_boundary* s, mas_kernels* k, const mas_liquid* l, const mas_particles* p,
                                 const mas_colliders* c, mas_span states)
{
    const mas_kernel_desc* row = &mas_boundary_kernels[c->hulls > 0 ? HULLS : 0];
    MAS_TRY(mas_bind(k, &s->find, &row[FIND], l->params, p->sorted_position, p->sorted_velocity, p->neighbour_count,
                     states, c->hull, l->wall, l->wall_count));
    MAS_TRY(mas_bind(k, &s->count, &row[COUNT], l->params, p->position, states, c->hull, s->sensor_count));
    return mas_bind(k, &s->drain, &mas_boundary_kernels[DRAIN], p->sorted_position, l->wall_count, p->position,
                    p->previous, p->velocity, l->state);
}

void mas_boundary_record(const mas_boundary* s, mas_recorder* rec, mas_span list, uint32_t slots, uint32_t part,
                         bool drains)
{
    const boundary_push push = { .range = { 0, slots }, .part = part };
    mas_begin(rec, "liquid boundary");
    mas_run_list(rec, &s->find, list, &push);
    if (drains) mas_run_list(rec, &s->drain, list, &push);
    mas_end(rec);
}

void mas_boundary_count_record(const mas_boundary* s, mas_recorder* rec, uint32_t slots)
{
    mas_begin(rec, "liquid sensors");
    mas_fill(rec, s->sensor_count, 0);
    mas_run(rec, &s->count, slots, NULL);
    mas_end(rec);
}
