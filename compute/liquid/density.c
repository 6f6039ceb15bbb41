// How dense the liquid is where each particle is, and what that asks of it and its neighbours.
//   weigh   places so far, lists, walls -> density, change of the multiplier   density.comp
#include "density.h"

enum
{
    ONE_LIQUID,
    LIQUIDS,
    ONE_LIQUID_FIRST, // the same in the first pass of a part
    LIQUIDS_FIRST
};

enum // bindings
{
    PARAMS,
    PLACE,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    WALLS,
    WALL_COUNT,
    BEFORE,
    WEIGHED,
    PACKED
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS] = "Params", [PLACE] = "Place",          [NEIGHBOUR] = "Neighbour", [NEIGHBOUR_COUNT] = "NeighbourCount",
    [WALLS] = "Walls",   [WALL_COUNT] = "WallCount", [BEFORE] = "Before",       [WEIGHED] = "Weighed",
    [PACKED] = "Packed",
};

// Constants: liquids in use, whether this is the first pass.
#define ROW(liquids, first)                                                                                            \
    {                                                                                                                  \
        .name = "density", .access = "urrrrrrww", .push = sizeof(mas_range), .constant = { liquids, first },           \
        .binding = bindings, .twin = {                                                                                 \
            { .name = "density_teams", .access = "uttrrrrww", .lanes = PARTICLE_TEAM }                                 \
        }                                                                                                              \
    }

const mas_kernel_desc mas_density_kernels[] = {
    [ONE_LIQUID]       = ROW(1, 0),
    [LIQUIDS]          = ROW(LIQUID_MAX, 0),
    [ONE_LIQUID_FIRST] = ROW(1, 1),
    [LIQUIDS_FIRST]    = ROW(LIQUID_MAX, 1),
};
const uint32_t mas_density_kernel_count = MAS_COUNT(mas_density_kernels);

massa_result mas_density_create(mas_density* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    for (uint32_t i = 0; i < MAS_COUNT(s->weigh); ++i)
    {
        const bool first = i == ONE_LIQUID_FIRST || i == LIQUIDS_FIRST;
        MAS_TRY(mas_bind(
            k, &s->weigh[i],
            &mas_density_kernels[i], [PARAMS] = l->params, [PLACE] = p->sorted_position, [NEIGHBOUR] = p->neighbour,
            [NEIGHBOUR_COUNT] = p->neighbour_count, [WALLS] = l->wall, [WALL_COUNT] = l->wall_count,
            [BEFORE] = first ? p->sorted_velocity : l->shift, [WEIGHED] = l->weighed, [PACKED] = l->packed));
    }
    return MASSA_OK;
}

void mas_density_record(const mas_density* s, mas_recorder* rec, const mas_liquid* l, uint32_t slots, uint32_t liquids,
                        bool first)
{
    const uint32_t one = first ? ONE_LIQUID_FIRST : ONE_LIQUID, more = first ? LIQUIDS_FIRST : LIQUIDS;
    const mas_range range = { 0, slots };
    mas_begin(rec, "liquid density");
    mas_run_list(rec, &s->weigh[liquids > 1 ? more : one], l->slots_list, &range);
    mas_end(rec);
}
