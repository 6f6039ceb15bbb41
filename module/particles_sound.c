// Whether grains and particles that came from outside can be what massa itself would have made.
#include "family_particle.h"
#include "sound.h"
#include "world.h"
#include "range.h"

#include <stddef.h>

const mas_field mas_grains_fields[MAS_GRAINS_FIELDS] = {
    { "massa_grains_desc.radius", 1e-3f, 10.0f }, { "massa_grains_desc.density", 1.0f, 1e5f },
    { "massa_grains_desc.hertz", 0.1f, 1000.0f }, { "massa_grains_desc.damping_ratio", 0.0f, 2.0f },
    { "massa_grains_desc.drag", 0.0f, 1e3f },     { "massa_grains_desc.restitution", 0.0f, 1.0f },
    { "massa_grains_desc.friction", 0.0f, 2.0f },
};

static bool fields_sound(const float field[MAS_GRAINS_FIELDS])
{
    for (uint32_t i = 0; i < MAS_GRAINS_FIELDS; ++i)
        if (!within(field[i], mas_grains_fields[i].least, mas_grains_fields[i].most)) return false;
    return true;
}

bool mas_grains_sound(const mas_tables* t, const float field[MAS_GRAINS_FIELDS])
{
    if (!fields_sound(field)) return false;
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
    {
        if (t->particle.grains[i].state != MAS_GRAINS_USED) continue;
        const float other = t->particle.grains[i].field[0];
        if (field[0] > MAS_MAX_RADIUS_RATIO * other || other > MAS_MAX_RADIUS_RATIO * field[0]) return false;
    }
    return true;
}

bool mas_particle_sound(const mas_grains* g, const massa_particle* p)
{
    const float reach = 2.5e5f * g->field[0], speed = 1e4f;
    return within(p->position.x, -reach, reach) && within(p->position.y, -reach, reach) &&
           within(p->position.z, -reach, reach) && within(p->velocity.x, -speed, speed) &&
           within(p->velocity.y, -speed, speed) && within(p->velocity.z, -speed, speed);
}

// A slot's record for the next step says what the slot says.
static bool record_sound(const mas_tables* t, uint32_t slot, const mas_particle_slot* s, const particle_record* r)
{
    const bool lives       = s->life >> 24 != 0;
    const uint32_t layer   = mas_particle_layer(s);
    const massa_particle p = { { r->x, r->y, r->z }, { r->velocity_x, r->velocity_y, r->velocity_z } };
    if (r->generation != (s->life & MAS_MAX_GENERATION)) return false;
    if (r->tag != (lives ? PARTICLE_ALIVE | layer << PARTICLE_LAYER_SHIFT | slot : slot)) return false;
    return !lives || mas_particle_sound(&t->particle.grains[layer], &p);
}

bool mas_particles_sound(const mas_tables* t)
{
    if (t->particle.count > t->capacity.particles + t->capacity.liquid || t->particle.free > t->capacity.particles)
        return false;
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
    {
        const mas_grains* g = &t->particle.grains[i];
        if (g->state > MAS_GRAINS_LEAVING || g->generation > MAS_MAX_GENERATION) return false;
        if (g->state != MAS_GRAINS_FREE && (g->generation == 0 || !fields_sound(g->field))) return false;
        if (g->state == MAS_GRAINS_USED && !mas_grains_sound(t, g->field)) return false; // a leaving kind meets nothing
    }
    uint32_t live = 0, pending = 0;
    for (uint32_t i = 0; i < t->capacity.particles; ++i)
    {
        const mas_particle_slot* s = &mas_particle_slots(t)[i];
        const uint32_t generation  = s->life & MAS_MAX_GENERATION;
        const bool marked = (mas_particle_used(t)[i / 64] >> i % 64 & 1) != 0, lives = s->life >> 24 != 0;
        if (i >= t->particle.count && (marked || s->life != 0 || s->pending != 0)) return false;
        if (marked != (lives || generation == MAS_MAX_GENERATION)) return false;
        if (lives && (generation == 0 || generation == MAS_MAX_GENERATION)) return false;
        if (!marked && i < t->particle.free) return false;
        if (marked && i == t->particle.free) return false;
        if (lives && (mas_particle_layer(s) >= MASSA_MAX_GRAINS ||
                      t->particle.grains[mas_particle_layer(s)].state == MAS_GRAINS_FREE))
            return false;
        if (s->pending > t->particle.records) return false;
        if (s->pending != 0 && !record_sound(t, i, s, &mas_records(t)[s->pending - 1])) return false;
        live += lives;
        pending += s->pending != 0;
    }
    if (t->capacity.liquid > 0) return live == 0;                      // their records name no slots
    return live == t->particle.live && pending == t->particle.records; // so each record names a slot of its own
}

// Kernels write where a particle's tag says: it must be that of its own slot, and of a particle that the tables know.
bool mas_particles_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    if (t->capacity.liquid > 0) return true; // theirs are looked at in liquids.c
    const uint8_t* position = state + w->simulation->particle->particles.position.offset;
    for (uint32_t i = 0; i < t->capacity.particles; ++i)
    {
        const mas_particle_slot* s = &mas_particle_slots(t)[i];
        uint32_t tag;
        memcpy(&tag, position + i * sizeof(mas_vec4) + offsetof(mas_vec4, w), sizeof tag);
        if (tag == 0) continue; // free, or lost
        const uint32_t layer = tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
        if (i >= t->particle.count || tag != (PARTICLE_ALIVE | layer << PARTICLE_LAYER_SHIFT | i)) return false;
        if (s->pending == 0 && mas_particle_layer(s) != layer) return false;
    }
    return true;
}
