#include "settle.h"
#include "vec.h"

void oracle_settle(oracle_liquid* l)
{
    const oracle_particles* p = l->particles;
    for (uint32_t i = 0; i < p->start[p->cells]; ++i)
    {
        if (l->wall_count[i] == LIQUID_GONE) continue;
        const uint32_t slot = oracle_bits(p->sorted_position[i].w) & PARTICLE_SLOT_MASK;
        const oracle_vec3 v = vec_of(p->velocity[slot]);
        const uint32_t bits = oracle_bits(oracle_dot3(v, v));
        l->density[slot]    = l->packed[i];
        l->state.speed      = bits > l->state.speed ? bits : l->state.speed;
    }
}
