// Particles: what a family tells of itself (family.h), and the stages of grains.
#include "family_particle.h"
#include "family_collision.h"
#include "family_liquid.h"
#include "family_rigid.h"
#include "liquids.h"
#include "poll.h"
#include "step.h"

#include <stddef.h>
#include <string.h>

enum
{
    TAG_POSITION = 5,
    TAG_VELOCITY,
};

// ---- Memory and kernels ----

uint64_t mas_particles_used(const mas_tables* t)
{
    return t->capacity.liquid > 0 ? mas_liquid_slots(t) : t->particle.count;
}

static void particle_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    const mas_span counters = s->report.part[MAS_FAMILY_particle][PARTICLE_COUNTERS];
    mas_particle_part* p    = s->particle;
    p->particles            = mas_particles_plan(a, c->particles + c->liquid, mas_neighbour_room(c), counters);
    if (p->particles.capacity == 0) return;
    p->alive        = counters;
    p->alive.stride = p->alive.size = sizeof(uint32_t);
    p->alive.offset += offsetof(particle_counters, alive);
    p->collider_states = mas_plan(a, MAS_SCRATCH, "colliders", c->colliders, sizeof(collider_state));
    p->record_ring     = mas_plan_ring(a, MAS_UPLOAD, "particle ring", mas_record_room(c), sizeof(particle_record));
    mas_plan_hashed(s, p->particles.position, TAG_POSITION, mas_particles_used);
    mas_plan_hashed(s, p->particles.velocity, TAG_VELOCITY, mas_particles_used);
    p->grains = c->liquid == 0;
    if (!p->grains) return;
    mas_populate_plan(&p->populate, a, c->particle_edits);
    mas_grid_plan(&p->grid, a, &p->particles);
}

static massa_result particle_create(mas_simulation* s)
{
    mas_kernels* k           = &s->kernels;
    mas_particle_part* p     = s->particle;
    const mas_particles* all = &p->particles;
    if (all->capacity == 0) return MASSA_OK;
    MAS_TRY(mas_collider_create(&p->collider, k, &s->rigid->bodies, all->params, s->collision->colliders.data,
                                p->collider_states));
    if (!p->grains) return MASSA_OK;
    MAS_TRY(mas_populate_create(&p->populate, k, all));
    MAS_TRY(mas_grid_create(&p->grid, k, all));
    MAS_TRY(mas_search_create_teams(&p->search, k, all));
    return mas_contact_create(&p->contact, k, all, p->collider_states);
}

// ---- A step ----

static bool has_grains(const mas_step* step)
{
    return step->simulation->particle->grains && step->tables->particle.count > 0;
}

void mas_records_upload(const mas_step* step, mas_span to)
{
    const mas_tables* t = step->tables;
    mas_upload(step->rec, &step->simulation->particle->record_ring, step->slot, mas_records(t), t->particle.records,
               to);
}

// Whether the first grid of a step has to count: not if the last step did, by the same kinds, and no particle comes or
// leaves.
static mas_grid_from grains_from(mas_particle_part* p, const mas_tables* t, const particle_params* params)
{
    const bool same = p->counted && memcmp(p->counted_as, params->layer, sizeof p->counted_as) == 0;
    p->counted      = true;
    memcpy(p->counted_as, params->layer, sizeof p->counted_as);
    return same && t->particle.records == 0 ? MAS_FROM_COUNTED_SLOTS : MAS_FROM_SLOTS;
}

static void particle_upload(const mas_step* step)
{
    mas_particle_part* p = step->simulation->particle;
    const mas_tables* t  = step->tables;
    mas_recorder* rec    = step->rec;
    if (!has_grains(step)) return;
    const particle_params params = mas_grains_params(step->world, step->substep, &p->kinds);
    mas_write(rec, p->particles.params, &params, sizeof params);
    mas_records_upload(step, p->populate.records);
    mas_copy(rec, p->particles.position, p->particles.previous, t->particle.count * sizeof(mas_vec4));
    p->from = grains_from(p, t, &params);
}

void mas_particle_begin(const mas_step* step)
{
    if (!has_grains(step)) return;
    mas_populate_record(&step->simulation->particle->populate, step->rec, step->tables->particle.records);
}

void mas_particles_collide(const mas_step* step)
{
    const mas_tables* t = step->tables;
    if (mas_particles_used(t) == 0) return;
    mas_collider_record(&step->simulation->particle->collider, step->rec, t->collider.count, t->body.count);
}

void mas_particle_move(const mas_step* step)
{
    mas_particle_part* p  = step->simulation->particle;
    mas_recorder* rec     = step->rec;
    const uint32_t grains = step->tables->particle.count;
    const bool first = step->index == 0, last = step->index + 1 == step->world->desc.substeps;
    if (!has_grains(step)) return;
    mas_grid_record(&p->grid, rec, grains, first ? p->from : MAS_FROM_PLACES);
    mas_search_record(&p->search, rec, grains, p->kinds);
    mas_contact_record(&p->contact, rec, grains, p->kinds, !last);
}

static void particle_collect(const mas_step* step)
{
    const mas_particle_part* p = step->simulation->particle;
    if (has_grains(step)) mas_copy(step->rec, p->grid.total, p->alive, sizeof(uint32_t));
}

static void particle_hear(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    particle_counters c;
    memcpy(&c, mas_heard(w, h, MAS_FAMILY_particle, PARTICLE_COUNTERS), sizeof c);
    out->particle_count = c.alive;
    out->particles_lost += c.retired;
    mas_need(h, MAS_FAMILY_particle, PARTICLE_NEIGHBOURS, c.neighbours_needed);
}

// ---- Host memory: slots of grains; liquids have theirs on the device ----

static uint64_t particle_slots_room(const mas_tables* t)
{
    return t->capacity.particles;
}

static uint64_t particle_slots_used(const mas_tables* t)
{
    return t->capacity.liquid > 0 ? 0 : t->particle.count;
}

static uint64_t marks_room(const mas_tables* t)
{
    return (t->capacity.particles + 63ull) / 64;
}

static uint64_t marks_used(const mas_tables* t)
{
    return (particle_slots_used(t) + 63) / 64;
}

static uint64_t records_room(const mas_tables* t)
{
    return mas_record_room(&t->capacity);
}

static uint64_t records_used(const mas_tables* t)
{
    return t->particle.records;
}

static const mas_host_array particle_host_array[] = {
    [MAS_PARTICLE_SLOTS]   = { "particle slots", "capacity.particles", sizeof(mas_particle_slot), false,
                               particle_slots_room, particle_slots_used },
    [MAS_PARTICLE_USED]    = { "marks of particle slots", "capacity.particles", sizeof(uint64_t), false, marks_room,
                               marks_used },
    [MAS_PARTICLE_RECORDS] = { "particle edits", "capacity.particle_edits", sizeof(particle_record), false,
                               records_room, records_used },
};

static void particle_history(mas_tables* t)
{
    mas_history(t, mas_records(t), t->particle.records * sizeof(particle_record));
}

static void particle_clear(mas_tables* t)
{
    if (t->capacity.liquid == 0) mas_clear_records(t); // else they are the liquids'
}

static void particle_restored(massa_world* w, const uint8_t* state)
{
    (void)state;
    w->simulation->particle->counted = false;
}

static void particle_lost(massa_world* w)
{
    w->simulation->particle->counted = false;
}

// ---- Edits, and the records of a step ----

static bool particle_create_sound(const edit_record* r)
{
    return r->flags == 0;
}

static bool particle_play_create(mas_tables* t, const edit_record* r)
{
    const float field[MAS_GRAINS_FIELDS] = { r->data[0].x, r->data[0].y, r->data[0].z, r->data[0].w,
                                             r->data[1].x, r->data[1].y, r->data[1].z };
    if (r->target >= MASSA_MAX_GRAINS || t->capacity.particles == 0) return false;
    if (r->target != mas_vacant_grains(t) || !mas_grains_sound(t, field)) return false;
    mas_set_grains(t, r->target, field);
    return r->generation == t->particle.grains[r->target].generation;
}

static bool particle_play_destroy(mas_tables* t, const edit_record* r)
{
    if (r->target >= MASSA_MAX_GRAINS || t->particle.grains[r->target].state != MAS_GRAINS_USED) return false;
    mas_set_grains(t, r->target, NULL);
    return true;
}

static const mas_edit_row particle_edit[] = {
    { EDIT_GRAINS_CREATE, particle_create_sound, particle_play_create },
    { EDIT_GRAINS_DESTROY, mas_edit_plain, particle_play_destroy },
};

static uint64_t particle_tape_room(const massa_world_desc* d)
{
    return mas_record_room(&d->capacity) * (uint64_t)sizeof(particle_record);
}

static uint64_t particle_tape_write(const mas_tables* t, uint8_t* to)
{
    const uint64_t bytes = t->particle.records * (uint64_t)sizeof(particle_record);
    if (to != NULL) memcpy(to, mas_records(t), bytes);
    return bytes;
}

static bool particle_tape_play(mas_tables* t, const uint8_t* records, size_t bytes)
{
    return mas_play_records(t, records, (uint32_t)(bytes / sizeof(particle_record)));
}

static bool particle_tape_sound(const mas_tables* t, const uint8_t* records, size_t bytes)
{
    (void)t, (void)records; // what they say depends on edits that are not played yet
    return bytes % sizeof(particle_record) == 0;
}

// ---- What a host sees ----

static mas_viewed particle_look_position(const massa_world* w)
{
    const uint64_t draw = w->desc.capacity.liquid > 0 ? w->simulation->liquid->flow.draw.offset : 0;
    return (mas_viewed){ w->simulation->particle->particles.position, w->tables->particle.count, draw };
}

static mas_viewed particle_look_previous(const massa_world* w)
{
    return (mas_viewed){ w->simulation->particle->particles.previous, w->tables->particle.count, 0 };
}

static mas_viewed particle_look_velocity(const massa_world* w)
{
    return (mas_viewed){ w->simulation->particle->particles.velocity, w->tables->particle.count, 0 };
}

static const mas_view_row particle_view[] = {
    { MASSA_VIEW_PARTICLE_POSITION, particle_look_position, MASSA_OK, NULL },
    { MASSA_VIEW_PARTICLE_PREVIOUS_POSITION, particle_look_previous, MASSA_OK, NULL },
    { MASSA_VIEW_PARTICLE_VELOCITY, particle_look_velocity, MASSA_OK, NULL },
};

static const mas_report_row particle_report[] = {
    [PARTICLE_COUNTERS] = { "particles", sizeof(particle_counters), NULL, true, 0 },
};

static uint64_t neighbour_room(const massa_world* w)
{
    return mas_neighbour_room(&w->desc.capacity);
}

static const mas_overflow_row particle_overflow[] = {
    [PARTICLE_NEIGHBOURS] = { "capacity.neighbours", neighbour_room, NULL },
};

const mas_family mas_particle_family = {
    .name         = "particles",
    .size         = sizeof(mas_particle_part),
    .plan         = particle_plan,
    .create       = particle_create,
    .upload       = particle_upload,
    .collect      = particle_collect,
    .hear         = particle_hear,
    .history      = particle_history,
    .clear        = particle_clear,
    .tables_sound = mas_particles_sound,
    .state_sound  = mas_particles_state_sound,
    .restored     = particle_restored,
    .lost         = particle_lost,
    .tape         = { particle_tape_room, particle_tape_write, particle_tape_sound, particle_tape_play },
    MAS_FEW_ROWS(host_array, particle_host_array, MAS_HOST_ARRAYS),
    MAS_ROWS(edit, particle_edit),
    MAS_ROWS(view, particle_view),
    MAS_FEW_ROWS(report, particle_report, MAS_REPORT_PARTS),
    MAS_FEW_ROWS(overflow, particle_overflow, MAS_OVERFLOWS),
};
