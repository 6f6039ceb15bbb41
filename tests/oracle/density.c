// The density at a particle is its own weight, those of its neighbours and those of its walls. What it exceeds 1 by,
// divided by how fast moving apart would lower it, is added to the multiplier, which never becomes positive, but no
// more than a twentieth of the mass times the spacing squared, times the part's share of the substep, or than the
// deepest carry. In the first pass that is what the pressure of earlier parts comes to beside its walls, and all of it
// is new.
#include "density.h"
#include "vec.h"
#include "weight.h"

static void weigh(oracle_liquid* l, uint32_t i, bool first)
{
    const oracle_particles* p   = l->particles;
    const liquid_params* params = &l->params;
    const liquid_kind* kind     = oracle_kind_of(l, p->sorted_position[i]);
    const float inverse_mass    = kind->inverse_mass;
    const bool several          = params->liquids > 1;
    const float pressed         = p->sorted_velocity[i].w * (params->part * params->part) * kind->mass;
    const oracle_vec3 shifted   = first ? (oracle_vec3){ 0.0f, 0.0f, 0.0f } : vec_of(l->shift[i]);
    const float slope_scale     = oracle_weight_slope_scale(params);
    float weights = 0x1p38f, squares = 0.0f;
    oracle_vec3 apart = { 0.0f, 0.0f, 0.0f };
    for (uint32_t k = 0; k < p->neighbour_count[i]; ++k)
    {
        const uint32_t j      = p->neighbour[(uint64_t)i * p->neighbours + k];
        const oracle_weight w = oracle_weigh(params, p->sorted_position[i], p->sorted_position[j], i < j);
        weights               = weights + w.weight;
        apart                 = vec_add_scaled(apart, w.slope, w.apart);
        const float square    = w.slope * w.slope * w.squared;
        squares += several ? oracle_kind_of(l, p->sorted_position[j])->inverse_mass * square : square;
    }
    squares            = several ? squares : inverse_mass * squares;
    float density      = oracle_weight_scale(params) * weights;
    apart              = vec_scale(apart, slope_scale);
    oracle_solid solid = { 0 };
    for (uint32_t k = 0; k < oracle_walls_of(l, i); ++k)
        oracle_add_wall(params, &l->wall[(uint64_t)i * LIQUID_WALLS + k], shifted, &solid);
    const float held  = first ? -oracle_pressing(pressed, &solid) : l->shift[i].w;
    density           = density + solid.share;
    apart             = vec_add(apart, solid.slope);
    const float slope = inverse_mass * oracle_dot3(apart, apart) + slope_scale * slope_scale * squares;
    const float least = inverse_mass * 0.4f * (params->inverse_reach * params->inverse_reach);
    const float loose = 0.05f * params->share * (params->spacing * params->spacing);
    const float load  = params->gravity.w * (params->part * params->part);
    const float most  = (load > loose ? load : loose) * kind->mass;
    const float step  = params->relaxation * (density - 1.0f) * oracle_reciprocal(larger_of(slope, least));
    const float next  = smaller_of(held - smaller_of(step, most), 0.0f);
    l->weighed[i]     = p->sorted_position[i];
    l->weighed[i].w   = first ? next : next - held;
    l->packed[i]      = density;
}

void oracle_density(oracle_liquid* l, bool first)
{
    for (uint32_t i = 0; i < l->particles->start[l->particles->cells]; ++i)
        weigh(l, i, first);
}
