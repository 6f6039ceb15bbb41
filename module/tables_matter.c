// Kinds of grains and particles in the tables.
#include "liquids.h"
#include "tables.h"

#include <string.h>

// ---- Grains ----

bool mas_find_grains(const mas_tables* t, massa_grains_id id, uint32_t* layer)
{
    *layer = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_GRAINS || *layer >= MASSA_MAX_GRAINS) return false;
    const mas_grains* g = &t->particle.grains[*layer];
    return g->state == MAS_GRAINS_USED && g->generation == mas_id_generation(id.bits);
}

uint32_t mas_vacant_grains(const mas_tables* t)
{
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
        if (t->particle.grains[i].state == MAS_GRAINS_FREE && t->particle.grains[i].generation < MAS_MAX_GENERATION)
            return i;
    return UINT32_MAX;
}

void mas_set_grains(mas_tables* t, uint32_t layer, const float field[MAS_GRAINS_FIELDS])
{
    mas_grains* g = &t->particle.grains[layer];
    g->state      = field != NULL ? MAS_GRAINS_USED : MAS_GRAINS_LEAVING;
    if (field == NULL) return;
    ++g->generation;
    memcpy(g->field, field, sizeof g->field);
}

// ---- Particles ----

uint32_t mas_particle_layer(const mas_particle_slot* s)
{
    return (s->life >> 24) - 1u; // free: wraps
}

bool mas_find_particle(const mas_tables* t, massa_particle_id id, uint32_t* slot)
{
    *slot = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_PARTICLE || *slot >= t->particle.count) return false;
    const mas_particle_slot* s = &mas_particle_slots(t)[*slot];
    const uint32_t layer       = mas_particle_layer(s);
    return layer < MASSA_MAX_GRAINS && t->particle.grains[layer].state == MAS_GRAINS_USED &&
           (s->life & MAS_MAX_GENERATION) == mas_id_generation(id.bits);
}

uint32_t mas_vacant_particle(const mas_tables* t, uint32_t from)
{
    const uint64_t* used = mas_particle_used(t);
    uint32_t i           = from > t->particle.free ? from : t->particle.free;
    while (i < t->capacity.particles && (used[i / 64] >> i % 64 & 1) != 0)
        i = used[i / 64] >> i % 64 == UINT64_MAX >> i % 64 ? (i / 64 + 1) * 64
                                                           : i + 1; // the rest of a full word at once
    return i < t->capacity.particles ? i : t->capacity.particles;
}

particle_record* mas_record_particle(mas_tables* t, uint32_t slot)
{
    mas_particle_slot* s = &mas_particle_slots(t)[slot];
    if (s->pending == 0)
    {
        if (t->particle.records == t->capacity.particle_edits) return NULL;
        s->pending = ++t->particle.records;
    }
    return &mas_records(t)[s->pending - 1];
}

void mas_settle_particle(mas_tables* t, const particle_record* r)
{
    const uint32_t slot  = r->tag & PARTICLE_SLOT_MASK;
    const uint32_t layer = r->tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
    const bool lives     = (r->tag & PARTICLE_ALIVE) != 0;
    // A particle never lives in the last generation: a slot that gets there is worn out.
    const bool used      = lives || r->generation == MAS_MAX_GENERATION;
    const uint64_t bit   = (uint64_t)1 << slot % 64;
    mas_particle_slot* s = &mas_particle_slots(t)[slot];
    uint64_t* word       = &mas_particle_used(t)[slot / 64];
    t->particle.live += (uint32_t)lives - (uint32_t)(s->life >> 24 != 0);
    s->life = (lives ? (layer + 1) << 24 : 0) | r->generation;
    *word   = used ? *word | bit : *word & ~bit;
    if (slot >= t->particle.count) t->particle.count = slot + 1;
    if (!used && slot < t->particle.free) t->particle.free = slot;
    if (used && slot == t->particle.free) t->particle.free = mas_vacant_particle(t, slot + 1);
}

void mas_clear_records(mas_tables* t)
{
    for (uint32_t i = 0; i < t->particle.records; ++i)
        mas_particle_slots(t)[mas_records(t)[i].tag & PARTICLE_SLOT_MASK].pending = 0;
    t->particle.records = 0;
    for (uint32_t layer = 0; layer < MASSA_MAX_GRAINS; ++layer)
    {
        if (t->particle.grains[layer].state != MAS_GRAINS_LEAVING) continue;
        t->particle.grains[layer].state = MAS_GRAINS_FREE;
        for (uint32_t i = 0; i < t->particle.count; ++i)
        {
            const mas_particle_slot* s = &mas_particle_slots(t)[i];
            if (mas_particle_layer(s) != layer) continue;
            mas_settle_particle(t, &(particle_record){ .tag = i, .generation = (s->life & MAS_MAX_GENERATION) + 1 });
        }
    }
}

// ---- Records of a recorded step ----

// Each record names a slot of its own, for a particle that could be. Marks the slots; nothing else changes yet.
static bool mark_record(mas_tables* t, const particle_record* r)
{
    const uint32_t slot = r->tag & PARTICLE_SLOT_MASK, layer = r->tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
    const massa_particle p = { { r->x, r->y, r->z }, { r->velocity_x, r->velocity_y, r->velocity_z } };
    if (slot >= t->capacity.particles || mas_particle_slots(t)[slot].pending != 0) return false;
    const uint32_t life  = mas_particle_slots(t)[slot].life;
    const uint32_t least = (life & MAS_MAX_GENERATION) + (life >> 24 != 0); // the particle in the slot leaves first
    const bool lives     = (r->tag & PARTICLE_ALIVE) != 0;
    if (r->generation < least || r->generation == 0 || r->generation > MAS_MAX_GENERATION) return false;
    if ((r->tag & ~(PARTICLE_ALIVE | PARTICLE_LAYER_MASK << PARTICLE_LAYER_SHIFT | PARTICLE_SLOT_MASK)) != 0)
        return false;
    if (lives && (r->generation == MAS_MAX_GENERATION || t->particle.grains[layer].state == MAS_GRAINS_FREE ||
                  !mas_particle_sound(&t->particle.grains[layer], &p)))
        return false;
    particle_record* own = mas_record_particle(t, slot);
    *own                 = *r;
    return true;
}

// Of liquids: records name no slots, and nothing but their number is to be undone.
static bool play_drops(mas_tables* t, const uint8_t* records, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        particle_record r;
        memcpy(&r, records + i * sizeof r, sizeof r);
        if (!mas_drop_record_sound(t, &r)) return false;
        mas_records(t)[t->particle.records++] = r;
    }
    return true;
}

bool mas_play_records(mas_tables* t, const uint8_t* records, uint32_t count)
{
    if (t->capacity.liquid > 0) return play_drops(t, records, count);
    bool good = true;
    for (uint32_t i = 0; i < count && good; ++i)
    {
        particle_record r;
        memcpy(&r, records + i * sizeof r, sizeof r);
        good = mark_record(t, &r);
    }
    for (uint32_t i = 0; i < t->particle.records; ++i)
    {
        const particle_record* r = &mas_records(t)[i];
        if (good)
            mas_settle_particle(t, r);
        else
            mas_particle_slots(t)[r->tag & PARTICLE_SLOT_MASK].pending = 0;
    }
    return good;
}
