#include "family_liquid.h"
#include "family_particle.h"
#include "liquids.h"
#include "sound.h"
#include "world.h"
#include "range.h"

_Static_assert((int)MASSA_MAX_LIQUIDS == (int)LIQUID_MAX, "a tag has room for this many");

bool mas_find_liquid(const mas_tables* t, massa_liquid_id id, uint32_t* place)
{
    *place = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_LIQUID || *place >= MASSA_MAX_LIQUIDS) return false;
    const mas_liquid_slot* l = &t->liquid.liquids[*place];
    return l->state == MAS_GRAINS_USED && l->generation == mas_id_generation(id.bits);
}

bool mas_find_emitter(const mas_tables* t, massa_emitter_id id, uint32_t* slot)
{
    *slot = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_EMITTER || *slot >= MASSA_MAX_EMITTERS) return false;
    const mas_emitter_slot* e = &t->liquid.emitters[*slot];
    return e->liquid != 0 && e->generation == mas_id_generation(id.bits);
}

uint32_t mas_vacant_liquid(const mas_tables* t)
{
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
        if (t->liquid.liquids[i].state == MAS_GRAINS_FREE && t->liquid.liquids[i].generation < MAS_MAX_GENERATION)
            return i;
    return UINT32_MAX;
}

uint32_t mas_vacant_emitter(const mas_tables* t)
{
    for (uint32_t i = 0; i < MASSA_MAX_EMITTERS; ++i)
        if (t->liquid.emitters[i].liquid == 0 && t->liquid.emitters[i].generation < MAS_MAX_GENERATION) return i;
    return UINT32_MAX;
}

void mas_liquid_to_edit(const mas_liquid_slot* l, edit_record* e)
{
    e->flags     = l->colour;
    e->user_low  = (uint32_t)l->user;
    e->user_high = (uint32_t)(l->user >> 32);
    e->data[0]   = (mas_vec4){ l->density, l->viscosity, l->drag, 0.0f };
}

mas_liquid_slot mas_liquid_from_edit(const edit_record* e)
{
    return (mas_liquid_slot){
        .density   = e->data[0].x,
        .viscosity = e->data[0].y,
        .drag      = e->data[0].z,
        .colour    = e->flags,
        .user      = (uint64_t)e->user_high << 32 | e->user_low,
    };
}

void mas_emitter_to_edit(const mas_emitter_slot* s, edit_record* e)
{
    e->flags     = s->liquid;
    e->user_low  = (uint32_t)s->limit;
    e->user_high = (uint32_t)(s->limit >> 32);
    e->data[0]   = (mas_vec4){ s->position.x, s->position.y, s->position.z, s->radius };
    e->data[1]   = (mas_vec4){ s->direction.x, s->direction.y, s->direction.z, s->speed };
}

mas_emitter_slot mas_emitter_from_edit(const edit_record* e)
{
    const mas_vec4 x = e->data[0], v = e->data[1];
    return (mas_emitter_slot){
        .liquid    = e->flags,
        .position  = { x.x, x.y, x.z },
        .direction = { v.x, v.y, v.z },
        .radius    = x.w,
        .speed     = v.w,
        .limit     = (uint64_t)e->user_high << 32 | e->user_low,
    };
}

void mas_make_liquid(mas_tables* t, uint32_t place, const mas_liquid_slot* given)
{
    const uint32_t generation           = t->liquid.liquids[place].generation + 1;
    t->liquid.liquids[place]            = *given;
    t->liquid.liquids[place].state      = MAS_GRAINS_USED;
    t->liquid.liquids[place].generation = generation;
}

void mas_drop_liquid(mas_tables* t, uint32_t place)
{
    t->liquid.liquids[place].state = MAS_GRAINS_LEAVING;
    for (uint32_t i = 0; i < MASSA_MAX_EMITTERS; ++i)
        if (t->liquid.emitters[i].liquid == place + 1) mas_drop_emitter(t, i);
}

void mas_make_emitter(mas_tables* t, uint32_t slot, const mas_emitter_slot* given)
{
    const uint32_t generation           = t->liquid.emitters[slot].generation + 1;
    t->liquid.emitters[slot]            = *given;
    t->liquid.emitters[slot].generation = generation;
    t->liquid.emitters[slot].travel     = t->liquid.spacing; // the first disc is due at once
}

void mas_drop_emitter(mas_tables* t, uint32_t slot)
{
    t->liquid.emitters[slot] = (mas_emitter_slot){ .generation = t->liquid.emitters[slot].generation };
}

void mas_add_drop(mas_tables* t, uint32_t liquid, const massa_particle* p)
{
    mas_records(t)[t->particle.records++] = (particle_record){
        .x          = p->position.x,
        .y          = p->position.y,
        .z          = p->position.z,
        .tag        = PARTICLE_ALIVE | liquid << LIQUID_SHIFT,
        .velocity_x = p->velocity.x,
        .velocity_y = p->velocity.y,
        .velocity_z = p->velocity.z,
    };
}

uint32_t mas_liquid_slots(const mas_tables* t)
{
    const uint64_t all = (uint64_t)t->particle.count + t->particle.records;
    return all < t->capacity.liquid ? (uint32_t)all : t->capacity.liquid;
}

void mas_clear_liquids(mas_tables* t)
{
    t->particle.count   = mas_liquid_slots(t);
    t->particle.records = 0;
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
        if (t->liquid.liquids[i].state == MAS_GRAINS_LEAVING) t->liquid.liquids[i].state = MAS_GRAINS_FREE;
}

bool mas_liquids_fit(const mas_tables* t, const massa_capacity* c)
{
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
        if (t->liquid.liquids[i].state != MAS_GRAINS_FREE && c->liquid == 0) return false;
    for (uint32_t i = 0; i < MASSA_MAX_EMITTERS; ++i)
        if (t->liquid.emitters[i].liquid != 0 &&
            mas_disc_size(t->liquid.emitters[i].radius, t->liquid.spacing) > c->particle_edits)
            return false;
    return t->particle.count == 0 || (c->liquid > 0) == (t->capacity.liquid > 0);
}

// ---- Whether they can be ----

static bool within3(massa_vec3 v, float most)
{
    return within(v.x, -most, most) && within(v.y, -most, most) && within(v.z, -most, most);
}

bool mas_liquid_sound(const mas_liquid_slot* l)
{
    return within(l->density, 1.0f, 1e5f) && within(l->viscosity, 0.0f, 1.0f) && within(l->drag, 0.0f, 1.0f) &&
           l->colour <= 0xFFFFFF;
}

bool mas_emitter_sound(const mas_tables* t, const mas_emitter_slot* e)
{
    const massa_vec3 d  = e->direction;
    const float squared = d.x * d.x + d.y * d.y + d.z * d.z;
    return e->liquid >= 1 && e->liquid <= MASSA_MAX_LIQUIDS &&
           t->liquid.liquids[e->liquid - 1].state == MAS_GRAINS_USED &&
           within3(e->position, MAS_MAX_DROP_WAY * t->liquid.spacing) && within(squared, 0.999f, 1.001f) &&
           within(e->radius, t->liquid.spacing, MAS_MAX_NOZZLE * t->liquid.spacing) &&
           within(e->speed, 0.0f, MAS_MAX_NOZZLE_SPEED) &&
           mas_disc_size(e->radius, t->liquid.spacing) <= t->capacity.particle_edits;
}

bool mas_drop_sound(const mas_tables* t, const massa_particle* p)
{
    return within3(p->position, MAS_MAX_DROP_WAY * t->liquid.spacing) && within3(p->velocity, MAS_MAX_SPEED);
}

bool mas_drop_record_sound(const mas_tables* t, const particle_record* r)
{
    const massa_particle p = { { r->x, r->y, r->z }, { r->velocity_x, r->velocity_y, r->velocity_z } };
    const uint32_t liquid  = r->tag >> LIQUID_SHIFT & LIQUID_MASK;
    return r->tag == (PARTICLE_ALIVE | liquid << LIQUID_SHIFT) && r->generation == 0 &&
           t->liquid.liquids[liquid].state != MAS_GRAINS_FREE && mas_drop_sound(t, &p);
}

bool mas_liquids_sound(const mas_tables* t)
{
    const bool none = t->capacity.liquid == 0;
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        const mas_liquid_slot* l = &t->liquid.liquids[i];
        if (l->state > MAS_GRAINS_LEAVING || l->generation > MAS_MAX_GENERATION) return false;
        if (l->state != MAS_GRAINS_FREE && (none || l->generation == 0 || !mas_liquid_sound(l))) return false;
    }
    for (uint32_t i = 0; i < MASSA_MAX_EMITTERS; ++i)
    {
        const mas_emitter_slot* e = &t->liquid.emitters[i];
        if (e->generation > MAS_MAX_GENERATION) return false;
        if (e->liquid == 0) continue;
        // A stream waits with one disc at most, whatever came of the last step.
        const float due = t->liquid.spacing + MAS_MAX_NOZZLE_SPEED * MAS_MAX_STEP;
        if (none || e->generation == 0 || !mas_emitter_sound(t, e) || !within(e->travel, 0.0f, due) ||
            e->disc >= MAS_DISCS || (e->limit > 0 && e->sent > e->limit))
            return false;
    }
    if (none) return true;
    for (uint32_t i = 0; i < t->particle.records; ++i)
        if (!mas_drop_record_sound(t, &mas_records(t)[i])) return false;
    return t->particle.live == 0;
}

// Slots of liquids are the device's: a tag is that of its own slot, of a liquid that there is. A particle's pressure is
// none that would burst, and the rest is in range.
bool mas_liquids_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_simulation* s          = w->simulation;
    const VkDrawIndirectCommand none = { 0 }, draw = { .vertexCount = 4, .instanceCount = t->particle.count };
    const uint8_t* drawn = state + s->liquid->flow.draw.offset;
    liquid_state told;
    memcpy(&told, state + s->liquid->flow.liquid.state.offset, sizeof told);
    if (t->capacity.liquid == 0) return true;
    if (told.speed > 0x7F800000u || told.parts > LIQUID_MAX_PARTS) return false; // no sign, no NaN
    if (memcmp(drawn, &draw, sizeof draw) != 0 && memcmp(drawn, &none, sizeof none) != 0) return false;
    for (uint32_t i = 0; i < t->capacity.liquid; ++i)
    {
        const uint32_t tag = mas_word_at(state, s->particle->particles.position, 4 * i + 3);
        if (tag == 0) continue;
        const mas_liquid_slot* l = &t->liquid.liquids[tag >> LIQUID_SHIFT & LIQUID_MASK];
        const uint32_t mark      = tag & LIQUID_MASK << LIQUID_SHIFT;
        if (i >= t->particle.count || tag != (PARTICLE_ALIVE | mark | i) || l->state == MAS_GRAINS_FREE) return false;
        const uint32_t bits = mas_word_at(state, s->particle->particles.velocity, 4 * i + 3);
        float pressure;
        memcpy(&pressure, &bits, sizeof pressure);
        if (!(pressure >= 0.0f && pressure <= 1e9f)) return false; // J/kg
    }
    return true;
}
