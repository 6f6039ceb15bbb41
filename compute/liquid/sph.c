// A liquid by smoothed particles and a state equation.
//   density  lists, sorted position, walls -> density, what a place is made of        sph_density.comp
//   force    densities, sorted velocity, lists, walls -> position, velocity by place  sph_force.comp
#include "sph.h"
#include "liquid/pace_shared.h"

#include <math.h>

enum
{
    DENSITY,
    ONE_LIQUID,
    LIQUIDS,
};

enum // bindings of density
{
    DENSITY_PARAMS,
    DENSITY_SORTED_POSITION,
    DENSITY_NEIGHBOUR,
    DENSITY_NEIGHBOUR_COUNT,
    DENSITY_WALL,
    DENSITY_WALL_COUNT,
    DENSITY_WEIGHED,
    DENSITY_SHIFT,
    DENSITY_PACKED
};

static const char* const density_bindings[MAS_MAX_BINDINGS] = {
    [DENSITY_PARAMS] = "Params",       [DENSITY_SORTED_POSITION] = "SortedPosition",
    [DENSITY_NEIGHBOUR] = "Neighbour", [DENSITY_NEIGHBOUR_COUNT] = "NeighbourCount",
    [DENSITY_WALL] = "Wall",           [DENSITY_WALL_COUNT] = "WallCount",
    [DENSITY_WEIGHED] = "Weighed",     [DENSITY_SHIFT] = "Shift",
    [DENSITY_PACKED] = "Packed",
};

enum // bindings of force
{
    FORCE_PARAMS,
    FORCE_WEIGHED,
    FORCE_SHIFT,
    FORCE_SORTED_VELOCITY,
    FORCE_NEIGHBOUR,
    FORCE_WALL,
    FORCE_POSITION,
    FORCE_VELOCITY,
    FORCE_STATE
};

static const char* const force_bindings[MAS_MAX_BINDINGS] = {
    [FORCE_PARAMS] = "Params",       [FORCE_WEIGHED] = "Weighed",
    [FORCE_SHIFT] = "Shift",         [FORCE_SORTED_VELOCITY] = "SortedVelocity",
    [FORCE_NEIGHBOUR] = "Neighbour", [FORCE_WALL] = "Wall",
    [FORCE_POSITION] = "Position",   [FORCE_VELOCITY] = "Velocity",
    [FORCE_STATE] = "State",
};

const mas_kernel_desc mas_sph_kernels[] = {
    [DENSITY]    = { .name    = "sph_density",
                     .access  = "urrrrrwww",
                     .push    = sizeof(mas_range),
                     .binding = density_bindings },
    [ONE_LIQUID] = { .name     = "sph_force",
                     .access   = "urrrrrwwx",
                     .push     = sizeof(mas_range),
                     .binding  = force_bindings,
                     .constant = { 1 } },
    [LIQUIDS]    = { .name     = "sph_force",
                     .access   = "urrrrrwwx",
                     .push     = sizeof(mas_range),
                     .binding  = force_bindings,
                     .constant = { LIQUID_MAX } },
};
const uint32_t mas_sph_kernel_count = MAS_COUNT(mas_sph_kernels);

massa_result mas_sph_create(mas_sph* s, mas_kernels* k, const mas_liquid* l, const mas_particles* p)
{
    for (uint32_t i = 0; i < MAS_COUNT(s->force); ++i)
        MAS_TRY(mas_bind(
            k, &s->force[i], &mas_sph_kernels[i == 0 ? ONE_LIQUID : LIQUIDS], [FORCE_PARAMS] = l->params,
            [FORCE_WEIGHED] = l->weighed, [FORCE_SHIFT] = l->shift, [FORCE_SORTED_VELOCITY] = p->sorted_velocity,
            [FORCE_NEIGHBOUR] = p->neighbour, [FORCE_WALL] = l->wall, [FORCE_POSITION] = p->carried_position,
            [FORCE_VELOCITY] = p->carried_velocity, [FORCE_STATE] = l->state));
    return mas_bind(
        k, &s->density, &mas_sph_kernels[DENSITY], [DENSITY_PARAMS] = l->params,
        [DENSITY_SORTED_POSITION] = p->sorted_position, [DENSITY_NEIGHBOUR] = p->neighbour,
        [DENSITY_NEIGHBOUR_COUNT] = p->neighbour_count, [DENSITY_WALL] = l->wall, [DENSITY_WALL_COUNT] = l->wall_count,
        [DENSITY_WEIGHED] = l->weighed, [DENSITY_SHIFT] = l->shift, [DENSITY_PACKED] = l->packed);
}

void mas_sph_record(const mas_sph* s, mas_recorder* rec, mas_span list, uint32_t slots, uint32_t liquids)
{
    const mas_range all = { 0, slots };
    mas_begin(rec, "liquid sph");
    mas_run_list(rec, &s->density, list, &all);
    mas_run_list(rec, &s->force[liquids > 1], list, &all);
    mas_end(rec);
}

float mas_sph_volume(float spacing)
{
    const double sum = 1.00977517; // of poly6 over a lattice of half a reach, 27 within it, times the spacing cubed
    return (float)((double)spacing * spacing * spacing / sum);
}

uint32_t mas_sph_parts(const liquid_params* p, float speed)
{
    const double sound = sqrt((double)p->stiffness), substep = (double)p->substep, reach = (double)p->reach;
    double parts = substep * (sound + (double)speed) / (LIQUID_WAVE * reach);
    for (uint32_t i = 0; i < LIQUID_MAX && p->explicit_steps != 0; ++i)
    {
        const double kinematic = (double)p->kind[i].viscosity * reach * reach / (15.0 * substep); // m^2/s
        const double needed    = substep * sound * sound / kinematic;
        if (p->kind[i].inverse_mass > 0.0f && needed > parts) parts = needed;
    }
    if (!(parts < 1e6)) return 1000000u;
    const uint32_t whole = (uint32_t)parts;
    return parts < 1.0 ? 1 : whole + (whole < parts);
}
