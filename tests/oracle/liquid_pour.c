#include "liquid_pour.h"
#include "exact.h"

#include <string.h>

static uint32_t tag_of(mas_vec4 x)
{
    uint32_t tag;
    memcpy(&tag, &x.w, sizeof tag);
    return tag;
}

void oracle_pour(oracle_liquid* l, uint32_t slots, const particle_record* records, uint32_t count)
{
    oracle_particles* p = l->particles;
    uint32_t slot = 0, free = 0;
    l->state.refused = 0;
    p->slots         = slots;
    for (uint32_t i = 0; i < slots; ++i)
        free += tag_of(p->position[i]) == 0;
    for (uint32_t k = 0; k < count; ++k)
    {
        const uint32_t end = records[k].generation > k + 1 ? records[k].generation : k + 1; // of its disc
        if (k >= free || end > free)
        {
            ++l->state.refused;
            continue;
        }
        while (tag_of(p->position[slot]) != 0)
            ++slot;
        const particle_record* r = &records[k];
        const uint32_t tag       = r->tag + slot;
        const mas_vec4 v = { oracle_flush(r->velocity_x), oracle_flush(r->velocity_y), oracle_flush(r->velocity_z),
                             0.0f };
        mas_vec4 x       = { oracle_flush(r->x), oracle_flush(r->y), oracle_flush(r->z), 0.0f };
        memcpy(&x.w, &tag, sizeof tag);
        p->position[slot]   = x;
        p->previous[slot]   = x;
        p->velocity[slot]   = v;
        const float squared = v.x * v.x + v.y * v.y + v.z * v.z;
        uint32_t bits;
        memcpy(&bits, &squared, sizeof bits);
        if (bits > l->state.speed) l->state.speed = bits;
    }
}
