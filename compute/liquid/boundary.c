// Shapes as a liquid meets them.
//   find    places, colliders -> walls of each particle, particles in a drain   boundary.comp
//   drain   particles in a drain -> free slots                                  boundary_drain.comp
//   count   slots, colliders -> particles in sensors                            boundary_count.comp
// find runs in every part of every substep, because it needs the particle's old and new position. count runs once per
// step, with the positions at the end of the step.
#include "boundary.h"

enum
{
    FIND,
    COUNT,
    FIND_HULLS, // the same where the world has hulls
    COUNT_HULLS,
    DRAIN
};

enum // bindings of find
{
    FIND_PARAMS,
    FIND_SORTED_POSITION,
    FIND_SORTED_VELOCITY,
    FIND_NEIGHBOUR_COUNT,
    FIND_COLLIDERS,
    FIND_HULL_DATA,
    FIND_WALLS,
    FIND_WALL_COUNT
};

static const char* const find_bindings[MAS_MAX_BINDINGS] = {
    [FIND_PARAMS]          = "Params",
    [FIND_SORTED_POSITION] = "SortedPosition",
    [FIND_SORTED_VELOCITY] = "SortedVelocity",
    [FIND_NEIGHBOUR_COUNT] = "NeighbourCount",
    [FIND_COLLIDERS]       = "Colliders",
    [FIND_HULL_DATA]       = "Hulls",
    [FIND_WALLS]           = "Walls",
    [FIND_WALL_COUNT]      = "WallCount",
};

enum // bindings of drain
{
    DRAIN_SORTED_POSITION,
    DRAIN_WALL_COUNT,
    DRAIN_POSITION,
    DRAIN_PREVIOUS,
    DRAIN_VELOCITY,
    DRAIN_STATE
};

static const char* const drain_bindings[MAS_MAX_BINDINGS] = {
    [DRAIN_SORTED_POSITION] = "SortedPosition",
    [DRAIN_WALL_COUNT]      = "WallCount",
    [DRAIN_POSITION]        = "Position",
    [DRAIN_PREVIOUS]        = "Previous",
    [DRAIN_VELOCITY]        = "Velocity",
    [DRAIN_STATE]           = "State",
};

#define FIND_ROW(hulls)                                                                                                \
    {                                                                                                                  \
        .name = "boundary", .access = "urrrrrww", .push = sizeof(boundary_push), .constant = { hulls },                \
        .binding = find_bindings, .twin = {                                                                            \
            { .name = "boundary_teams", .lanes = PARTICLE_TEAM }                                                       \
        }                                                                                                              \
    }
#define COUNT_ROW(hulls)                                                                                               \
    {                                                                                                                  \
        .name = "boundary_count", .access = "urrrx", .push = sizeof(mas_range), .constant = { hulls }                  \
    }

const mas_kernel_desc mas_boundary_kernels[] = {
    [FIND]        = FIND_ROW(0),
    [COUNT]       = COUNT_ROW(0),
    [FIND_HULLS]  = FIND_ROW(1),
    [COUNT_HULLS] = COUNT_ROW(1),
    [DRAIN]       = { .name    = "boundary_drain",
                      .access  = "rrwwwx",
                      .push    = sizeof(boundary_push),
                      .binding = drain_bindings },
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
    const uint32_t find = c->hulls > 0 ? FIND_HULLS : FIND, count = c->hulls > 0 ? COUNT_HULLS : COUNT;
    MAS_TRY(mas_bind(k, &s->find, &mas_boundary_kernels[find], [FIND_PARAMS] = l->params,
                     [FIND_SORTED_POSITION] = p->sorted_position, [FIND_SORTED_VELOCITY] = p->sorted_velocity,
                     [FIND_NEIGHBOUR_COUNT] = p->neighbour_count, [FIND_COLLIDERS] = states, [FIND_HULL_DATA] = c->hull,
                     [FIND_WALLS] = l->wall, [FIND_WALL_COUNT] = l->wall_count));
    MAS_TRY(
        mas_bind(k, &s->count, &mas_boundary_kernels[count], l->params, p->position, states, c->hull, s->sensor_count));
    return mas_bind(k, &s->drain, &mas_boundary_kernels[DRAIN], [DRAIN_SORTED_POSITION] = p->sorted_position,
                    [DRAIN_WALL_COUNT] = l->wall_count, [DRAIN_POSITION] = p->position, [DRAIN_PREVIOUS] = p->previous,
                    [DRAIN_VELOCITY] = p->velocity, [DRAIN_STATE] = l->state);
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
