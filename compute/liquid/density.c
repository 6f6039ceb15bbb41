// How dense the liquid is where each particle is, and what that asks of it and its neighbours.
//   weigh   places so far, lists, walls -> density, change of the multiplier   density.comp
#include "density.h"

enum
{
    ONE_LIQUID,
    LIQUIDS,
    FIRST // the same again, in the first pass of a part
};

// Constants: liquids in use, whether this is the first pass.
#define ROW(liquids, first)                                                                                            \
    {                                                                                                                  \
        .name = "density", .access = "urrrrrrww", .push = sizeof(mas_range), .constant = { liquids, first }, .twin = { \
            { .name = "density_teams", .access = "uttrrrrww", .lanes = PARTICLE_TEAM }                                 \
        }                                                                                                              \
    }

const mas_kernel_desc mas_density_kernels[] = {
    [ONE_LIQUID]         = ROW(1, 0),
    [LIQUIDS]            = ROW(LIQUID_MAX, 0),
    [FIRST + ONE_LIQUID] = ROW(1, 1),
    [FIRST + LIQUIDS]    = ROW(LIQUID_MAX, 1),
};
const uint32_t mas_density_kernel_count = MAS_COUNT(mas_density_kernels);

massa_result mas_density_create(mas_density* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    for (uint32_t i = 0; i < MAS_COUNT(s->weigh); ++i)
        MAS_TRY(mas_bind(k, &s->weigh[i], &mas_density_kernels[i], l->params, p->sorted_position, p->neighbour,
                         p->neighbour_count, l->wall, l->wall_count, i < FIRST ? l->shift : p->sorted_velocity,
                         l->weighed, l->packed));
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
