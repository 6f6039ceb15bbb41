#include "populate.h"
#include "exact.h"

void oracle_populate(oracle_particles* p, const particle_record* records, uint32_t count)
{
    for (uint32_t k = 0; k < count; ++k)
    {
        const particle_record* r = &records[k];
        const uint32_t slot      = r->tag & PARTICLE_SLOT_MASK;
        const uint32_t layer     = r->tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
        mas_vec4 x = { 0.0f, 0.0f, 0.0f, 0.0f }, v = x;
        if ((r->tag & PARTICLE_ALIVE) != 0)
        {
            x = (mas_vec4){ oracle_flush(r->x), oracle_flush(r->y), oracle_flush(r->z),
                            oracle_particle_tag(slot, layer) };
            v = (mas_vec4){ oracle_flush(r->velocity_x), oracle_flush(r->velocity_y), oracle_flush(r->velocity_z),
                            p->params.layer[layer].inverse_mass };
            if (p->slots <= slot) p->slots = slot + 1;
        }
        p->position[slot] = x;
        p->previous[slot] = x;
        p->velocity[slot] = v;
    }
}
