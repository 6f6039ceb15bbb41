// Kinds of grains and liquids, and the records of particles that come and leave.
//
// Who is in which slot: a grain that comes takes the first free slot, and a slot counts its grains by generations. The
// device's slots hold particles of liquids, so records of those name none.
#include "own_tables.h"
#include "liquid/liquid_shared.h"
#include "particle/particle_shared.h"

#include <string.h>

// ---- Kinds ----

// Two grains of mass m on a spring k part with the angular frequency sqrt(2 k / m); the damper takes damping_ratio of
// what would stop the swing.
static particle_layer layer_of(const mas_vec4* data)
{
    const double radius = data[0].x, mass = data[0].y * 4.18879020478639098 * radius * radius * radius;
    const double omega = 6.28318530717958648 * data[0].z;
    return (particle_layer){
        .radius       = data[0].x,
        .stiffness    = (float)(0.5 * mass * omega * omega),
        .damping      = (float)(data[0].w * mass * omega),
        .drag         = data[1].x,
        .restitution  = data[1].y,
        .friction     = data[1].z,
        .inverse_mass = (float)(1.0 / mass),
    };
}

// The first place whose kind is gone; one that was destroyed since the last step is not yet. Generations count from 1.
static void take_place(oracle_kind* kind, uint32_t places, const edit_record* e)
{
    uint32_t first = 0;
    while (first < places && (kind[first].state != OWN_FREE || kind[first].generation == OWN_LAST_GENERATION))
        ++first;
    if (e->target != first || first == places) oracle_refuse("a kind has another place than the first.");
    kind[first].state = OWN_USED;
    if (e->generation != ++kind[first].generation) oracle_refuse("a kind has another generation than its place.");
}

static void leave_place(oracle_kind* kind, uint32_t places, const edit_record* e)
{
    if (e->target >= places || kind[e->target].state != OWN_USED) oracle_refuse("a destroyed kind is gone.");
    kind[e->target].state = OWN_LEAVING;
}

void oracle_play_kind(oracle_tables* t, const edit_record* e)
{
    const uint32_t i = e->target;
    switch (e->kind)
    {
    case EDIT_GRAINS_CREATE:
        take_place(t->grains.kind, MASSA_MAX_GRAINS, e);
        t->grains.layer[i] = layer_of(e->data);
        break;
    case EDIT_GRAINS_DESTROY:
        leave_place(t->grains.kind, MASSA_MAX_GRAINS, e);
        t->grains.layer[i] = (particle_layer){ 0 };
        break;
    case EDIT_LIQUID_CREATE:
        take_place(t->liquid.kind, MASSA_MAX_LIQUIDS, e);
        t->liquid.is[i] = (oracle_liquid_kind){ e->data[0].x, e->data[0].y, e->data[0].z };
        break;
    case EDIT_LIQUID_DESTROY:
        leave_place(t->liquid.kind, MASSA_MAX_LIQUIDS, e);
        t->liquid.is[i] = (oracle_liquid_kind){ 0 };
        for (uint32_t k = 0; k < MASSA_MAX_EMITTERS; ++k)
            if (t->emitter[k].lives && t->emitter[k].liquid == i) t->emitter[k].lives = false;
        break;
    }
}

// ---- Particles ----

static void settle_grain(oracle_tables* t, const particle_record* r)
{
    const uint32_t slot = r->tag & PARTICLE_SLOT_MASK, layer = r->tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
    const bool lives = (r->tag & PARTICLE_ALIVE) != 0;
    if (slot >= t->capacity.particles) oracle_refuse("a grain's slot is beyond all.");
    oracle_grain* g      = &t->grain.slot[slot];
    const uint32_t least = g->lives ? g->generation + 1 : g->generation > 0 ? g->generation : 1;
    if (r->generation < least) oracle_refuse("two grains of a slot have one generation.");
    if (g->recorded) oracle_refuse("a step names a grain's slot twice.");
    if (!lives && !g->lives && r->generation == least) oracle_refuse("a grain leaves a slot in which none is.");
    if (lives && t->grains.kind[layer].state == OWN_FREE) oracle_refuse("a grain is of a kind that is gone.");
    *g = (oracle_grain){ .generation = r->generation, .layer = layer, .lives = lives, .recorded = true };
    if (slot >= t->grain.count) t->grain.count = slot + 1;
}

// No grain takes a slot when a lower one is free from before the step until behind it.
static void expect_lowest(const oracle_tables* t, uint32_t highest_taken)
{
    for (uint32_t i = 0; i < highest_taken; ++i)
        if (!t->grain.slot[i].lives && !t->grain.slot[i].recorded && t->grain.slot[i].generation < OWN_LAST_GENERATION)
            oracle_refuse("a grain has another slot than the first free one.");
}

void oracle_play_records(oracle_tables* t, const uint8_t* records, uint32_t count)
{
    uint32_t highest = 0;
    if (count > t->capacity.particle_edits) oracle_refuse("a step has more particles than room for them.");
    for (uint32_t i = 0; i < count; ++i)
    {
        particle_record* r = &t->record[t->records++];
        memcpy(r, records + i * sizeof *r, sizeof *r);
        const uint32_t slot = r->tag & PARTICLE_SLOT_MASK, liquid = r->tag >> LIQUID_SHIFT & LIQUID_MASK;
        if (t->capacity.liquid == 0)
        {
            settle_grain(t, r);
            if ((r->tag & PARTICLE_ALIVE) != 0 && slot > highest) highest = slot;
        }
        else if (t->liquid.kind[liquid].state == OWN_FREE)
            oracle_refuse("a drop is of a liquid that is gone.");
    }
    if (t->capacity.liquid == 0) expect_lowest(t, highest);
}

// What a step does to them: kinds that were destroyed are gone, with their grains.
void oracle_clear_matter(oracle_tables* t)
{
    for (uint32_t i = 0; i < t->grain.count; ++i)
    {
        oracle_grain* g = &t->grain.slot[i];
        g->recorded     = false;
        if (!g->lives || t->grains.kind[g->layer].state != OWN_LEAVING) continue;
        g->lives = false;
        ++g->generation;
    }
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
        if (t->grains.kind[i].state == OWN_LEAVING) t->grains.kind[i].state = OWN_FREE;
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
        if (t->liquid.kind[i].state == OWN_LEAVING) t->liquid.kind[i].state = OWN_FREE;
    t->drops   = oracle_drop_slots(t);
    t->records = 0;
}

uint32_t oracle_drop_slots(const oracle_tables* t)
{
    const uint64_t all = (uint64_t)t->drops + t->records;
    if (t->capacity.liquid == 0) return 0;
    return all > t->capacity.liquid ? t->capacity.liquid : (uint32_t)all;
}
