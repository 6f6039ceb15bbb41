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

const mas_kernel_desc mas_sph_kernels[] = {
    [DENSITY]    = { .name = "sph_density", .access = "urrrrrwww", .push = sizeof(mas_range) },
    [ONE_LIQUID] = { .name = "sph_force", .access = "urrrrrwwx", .push = sizeof(mas_range), .constant = { 1 } },
    [LIQUIDS] = { .name = "sph_force", .access = "urrrrrwwx", .push = sizeof(mas_range), .constant = { LIQUID_MAX } },
};
const uint32_t mas_sph_kernel_count = MAS_COUNT(mas_sph_kernels);

massa_result mas_sph_create(mas_sph* s, mas_kernels* k, const mas_liquid* l, const mas_particles* p)
{
    for (uint32_t i = 0; i < MAS_COUNT(s->force); ++i)
        MAS_TRY(mas_bind(k, &s->force[i], &mas_sph_kernels[ONE_LIQUID + i], l->params, l->weighed, l->shift,
                         p->sorted_velocity, p->neighbour, l->wall, p->carried_position, p->carried_velocity,
                         l->state));
    return mas_bind(k, &s->density, &mas_sph_kernels[DENSITY], l->params, p->sorted_position, p->neighbour,
                    p->neighbour_count, l->wall, l->wall_count, l->weighed, l->shift, l->packed);
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
