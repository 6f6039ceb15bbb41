// A pair moves apart along its slope by both multipliers, a wall pushes by the particle's own and by .44 of what that
// has beyond the pressure of earlier parts; in the first pass each takes over a share of its neighbours' motion. Then
// walls, one after the other, keep particles half a spacing away; one that was nearer when the part began comes out by
// so much at most. In the end walls drag at what is less than a spacing away, and pressure follows what the multipliers
// came to, less the share that walls have, by .002 of the difference.
#include "correct.h"
#include "constants.h"
#include "vec.h"
#include "weight.h"

#include <stddef.h>

static const oracle_vec3 zero = { 0.0f, 0.0f, 0.0f };

// What the neighbours ask for: by multipliers, and, if even is not null, by their motion.
static oracle_vec3 pairs(const oracle_liquid* l, uint32_t i, oracle_vec3* even)
{
    const oracle_particles* p = l->particles;
    const liquid_kind* a      = oracle_kind_of(l, p->sorted_position[i]);
    const bool several        = l->params.liquids > 1;
    oracle_vec3 push          = zero;
    for (uint32_t k = 0; k < p->neighbour_count[i]; ++k)
    {
        const uint32_t j      = p->neighbour[(uint64_t)i * p->neighbours + k];
        const liquid_kind* b  = oracle_kind_of(l, p->sorted_position[j]);
        const oracle_weight w = oracle_weigh(&l->params, l->weighed[i], l->weighed[j], i < j);
        push                  = vec_add_scaled(push, (l->weighed[i].w + l->weighed[j].w) * w.slope, w.apart);
        if (even == NULL) continue;
        const float bond       = smaller_of(a->mass, b->mass) * smaller_of(a->viscosity, b->viscosity);
        const oracle_vec3 slip = vec_sub(vec_of(p->sorted_velocity[j]), vec_of(p->sorted_velocity[i]));
        *even                  = vec_add_scaled(*even, several ? w.weight * bond : w.weight, slip);
    }
    return vec_scale(push, oracle_weight_slope_scale(&l->params));
}

static oracle_vec3 out_of_walls(const oracle_liquid* l, uint32_t i, oracle_vec3 now)
{
    const liquid_params* params = &l->params;
    const oracle_vec3 flight    = vec_scale(vec_of(l->particles->sorted_velocity[i]), params->part);
    for (uint32_t k = 0; k < oracle_walls_of(l, i); ++k)
    {
        const liquid_wall* w = &l->wall[(uint64_t)i * LIQUID_WALLS + k];
        const oracle_vec3 n  = vec_of(w->plane);
        const float gap      = w->plane.w + oracle_dot3(n, now);
        const float start    = w->plane.w - oracle_dot3(n, vec_sub(flight, vec_of(w->way)));
        const float wanted   = smaller_of(0.5f * params->spacing, start + params->share * params->push_out);
        now                  = vec_add_scaled(now, larger_of(wanted - gap, 0.0f), n);
    }
    return now;
}

static void push(oracle_liquid* l, uint32_t i, bool first)
{
    oracle_particles* p         = l->particles;
    const liquid_params* params = &l->params;
    const liquid_kind* kind     = oracle_kind_of(l, p->sorted_position[i]);
    const mas_vec4 so_far       = first ? (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f } : l->shift[i];
    const mas_vec4 me           = l->weighed[i];
    oracle_vec3 even            = zero;
    oracle_vec3 sum             = pairs(l, i, first ? &even : NULL);
    oracle_solid solid          = { 0 };
    for (uint32_t k = 0; k < oracle_walls_of(l, i); ++k)
        oracle_add_wall(params, &l->wall[(uint64_t)i * LIQUID_WALLS + k], vec_of(so_far), &solid);
    const float pressed = p->sorted_velocity[i].w * (params->part * params->part) * kind->mass;
    const float held    = first ? oracle_pressing(pressed, &solid) : 0.0f;
    sum                 = vec_add_scaled(sum, me.w + 0.44f * (me.w + held), solid.slope);
    oracle_vec3 now     = vec_sub(vec_of(so_far), vec_scale(sum, kind->inverse_mass));
    if (first)
    {
        const float share = params->share * (params->liquids > 1 ? kind->inverse_mass : kind->viscosity);
        now               = vec_add_scaled(now, oracle_weight_scale(params) * params->part * share, even);
    }
    now                   = out_of_walls(l, i, now);
    const oracle_vec3 x   = oracle_flush3(vec_add(vec_of(me), vec_sub(now, vec_of(so_far))));
    now                   = oracle_flush3(now);
    p->sorted_position[i] = (mas_vec4){ x.x, x.y, x.z, p->sorted_position[i].w };
    l->shift[i]           = (mas_vec4){ now.x, now.y, now.z, so_far.w + me.w };
}

void oracle_correct(oracle_liquid* l, bool first)
{
    for (uint32_t i = 0; i < l->particles->start[l->particles->cells]; ++i)
        push(l, i, first);
}

static oracle_vec3 dragged(const oracle_liquid* l, uint32_t i, oracle_vec3 now)
{
    const liquid_params* params = &l->params;
    const float drag            = params->share * oracle_kind_of(l, l->particles->sorted_position[i])->drag;
    const oracle_vec3 flight    = vec_scale(vec_of(l->particles->sorted_velocity[i]), params->part);
    for (uint32_t k = 0; drag > 0.0f && k < oracle_walls_of(l, i); ++k)
    {
        const liquid_wall* w = &l->wall[(uint64_t)i * LIQUID_WALLS + k];
        const oracle_vec3 n  = vec_of(w->plane);
        if (!(w->plane.w + oracle_dot3(n, now) < params->spacing)) continue;
        const oracle_vec3 slip  = vec_sub(vec_add(flight, now), vec_of(w->way));
        const oracle_vec3 along = vec_add_scaled(slip, -oracle_dot3(slip, n), n);
        now                     = vec_add_scaled(now, -drag, along);
    }
    return now;
}

static bool finite3(oracle_vec3 v)
{
    return oracle_is_finite(v.x) && oracle_is_finite(v.y) && oracle_is_finite(v.z);
}

// J/kg, after this part, which has moved the particle so far.
static float pressure(const oracle_liquid* l, uint32_t i, oracle_vec3 now)
{
    const liquid_params* params = &l->params;
    const float rate            = params->inverse_part * params->inverse_part;
    const float before          = l->particles->sorted_velocity[i].w;
    const float inverse_mass    = oracle_kind_of(l, l->particles->sorted_position[i])->inverse_mass;
    oracle_solid solid          = { 0 };
    for (uint32_t k = 0; k < oracle_walls_of(l, i); ++k)
        oracle_add_wall(params, &l->wall[(uint64_t)i * LIQUID_WALLS + k], now, &solid);
    const float felt = -(oracle_pressure(l->shift[i].w, &solid) * inverse_mass * rate);
    const float most = 0.136f * (params->spacing * params->spacing) * rate;
    return felt > 0.0f ? smaller_of(before + 0.002f * (felt - before), most) : 0.0f;
}

void oracle_correct_commit(oracle_liquid* l)
{
    oracle_particles* p = l->particles;
    for (uint32_t i = 0; i < p->start[p->cells]; ++i)
    {
        if (l->wall_count[i] == LIQUID_GONE) continue; // whoever found that has cleared the slot
        const oracle_vec3 before = vec_of(l->shift[i]), now = dragged(l, i, before);
        const mas_vec4 me = p->sorted_position[i], motion = p->sorted_velocity[i];
        const float lost    = (float)OWN_PARTICLE_LOST;
        const uint32_t slot = oracle_bits(me.w) & PARTICLE_SLOT_MASK;
        oracle_vec3 x       = vec_add(vec_of(me), vec_sub(now, before));
        oracle_vec3 v       = vec_add(vec_of(motion), vec_scale(now, l->params.inverse_part));
        const float held    = pressure(l, i, now);
        const bool good     = finite3(x) && finite3(v) && oracle_is_finite(held);
        x                   = good ? oracle_flush3(x) : (oracle_vec3){ lost, lost, lost };
        v                   = good ? oracle_flush3(v) : zero;
        p->position[slot]   = (mas_vec4){ x.x, x.y, x.z, me.w };
        p->velocity[slot]   = (mas_vec4){ v.x, v.y, v.z, good ? oracle_flush(held) : 0.0f };
    }
}
