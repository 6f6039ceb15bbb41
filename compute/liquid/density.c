// How dense the liquid is where each particle is, and what that asks of it and its neighbours.
//   weigh   places so far, lists, walls -> density, change of the multiplier   density.comp, density_teams.comp
#include "density.h"

enum
{
    ONE_LIQUID,
    LIQUIDS,
    FIRST,             // the same again, in the first pass of a part
    TEAMS = 2 * FIRST, // all of them again, for eight lanes with one list
};

// Constants: liquids in use, whether this is the first pass.
#define ROW(kernel, bindings, liquids, first)                                                                          \
    {                                                                                                                  \
        .name = kernel, .access = bindings, .push = sizeof(mas_range), .constant = { liquids, first }                  \
    }
#define BY_PARTICLE(liquids, first) ROW("density", "urrrrrrww", liquids, first)
#define BY_TEAM(liquids, first) ROW("density_teams", "uttrrrrww", liquids, first)

const mas_kernel_desc mas_density_kernels[] = {
    [ONE_LIQUID]         = BY_PARTICLE(1, 0),
    [LIQUIDS]            = BY_PARTICLE(LIQUID_MAX, 0),
    [FIRST + ONE_LIQUID] = BY_PARTICLE(1, 1),
    [FIRST + LIQUIDS]    = BY_PARTICLE(LIQUID_MAX, 1),

    [TEAMS + ONE_LIQUID]         = BY_TEAM(1, 0),
    [TEAMS + LIQUIDS]            = BY_TEAM(LIQUID_MAX, 0),
    [TEAMS + FIRST + ONE_LIQUID] = BY_TEAM(1, 1),
    [TEAMS + FIRST + LIQUIDS]    = BY_TEAM(LIQUID_MAX, 1),
};
const uint32_t mas_density_kernel_count = MAS_COUNT(mas_density_kernels);

massa_result mas_density_create(mas_density* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    const mas_kernel_desc* row = &mas_density_kernels[mas_has_teams(k->arena->device, p) ? TEAMS : 0];
    for (uint32_t i = 0; i < MAS_COUNT(s->weigh); ++i)
        MAS_TRY(mas_bind(k, &s->weigh[i], &row[i], l->params, p->sorted_position, p->neighbour, p->neighbour_count,
                         l->wall, l->wall_count, i < FIRST ? l->shift : p->sorted_velocity, l->weighed, l->packed));
    return MASSA_OK;
}

void mas_density_record(const mas_density* s, mas_recorder* rec, const mas_liquid* l, uint32_t slots, uint32_t liquids,
                        bool first)
{
    const mas_range range = { 0, slots };
    mas_begin(rec, "liquid density");
    mas_run_list(rec, &s->weigh[(liquids > 1 ? LIQUIDS : ONE_LIQUID) + (first ? FIRST : 0)], l->slots_list, &range);
    mas_end(rec);
}
