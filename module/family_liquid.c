// Liquids: what a family tells of itself (family.h), and where their stages (flow.c) stand in a step.
#include "family_liquid.h"
#include "family_collision.h"
#include "family_particle.h"
#include "liquids.h"
#include "poll.h"
#include "step.h"

#include <stddef.h>
#include <string.h>

enum
{
    TAG_STATE = 8,
};

// ---- Memory and kernels ----

static uint64_t liquid_one(const mas_tables* t)
{
    (void)t;
    return 1;
}

static void liquid_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    mas_flow* f = &s->liquid->flow;
    mas_flow_plan(f, a, d, &s->particle->particles);
    if (f->capacity > 0) mas_plan_hashed(s, f->liquid.state, TAG_STATE, liquid_one);
}

static massa_result liquid_create(mas_simulation* s)
{
    const mas_particle_part* p = s->particle;
    return mas_flow_create(&s->liquid->flow, &s->kernels, &p->particles, &s->collision->colliders, p->collider_states);
}

// ---- A step ----

static bool flows(const mas_step* step)
{
    return step->simulation->liquid->step.slots > 0;
}

static void liquid_upload(const mas_step* step)
{
    massa_world* w     = step->world;
    mas_liquid_part* l = step->simulation->liquid;
    char advice[240];
    l->step = (mas_flow_step){ 0 };
    if (l->flow.capacity == 0) return;
    l->step = mas_flow_step_of(&w->desc, step->tables, step->dt);
    mas_list_sensors(step);
    if (!flows(step)) return;
    if (!w->warned.liquid && !mas_flow_suffices(&w->desc, &l->step, advice, sizeof advice))
    {
        w->warned.liquid = true;
        mas_log(w->device, MASSA_LOG_WARNING, "%s", advice);
    }
    mas_records_upload(step, l->flow.pour.records);
}

void mas_liquid_begin(const mas_step* step)
{
    const mas_liquid_part* l = step->simulation->liquid;
    if (flows(step)) mas_flow_begin(&l->flow, step->rec, &step->simulation->particle->particles, &l->step);
}

void mas_liquid_move(const mas_step* step)
{
    const mas_liquid_part* l = step->simulation->liquid;
    if (flows(step)) mas_flow_substep(&l->flow, step->rec, &l->step, step->index == 0);
}

void mas_liquid_end(const mas_step* step)
{
    const mas_simulation* s  = step->simulation;
    const mas_liquid_part* l = s->liquid;
    mas_recorder* rec        = step->rec;
    if (!flows(step)) return;
    mas_flow_end(&l->flow, rec, &l->step);
    if (l->step.sensors) mas_particles_collide(step); // where they are now
    mas_flow_sense(&l->flow, rec, &l->step, s->report.part[MAS_FAMILY_liquid][LIQUID_SENSED]);
}

static void liquid_collect(const mas_step* step)
{
    const mas_simulation* s = step->simulation;
    const mas_flow* f       = &s->liquid->flow;
    if (!flows(step)) return;
    mas_copy(step->rec, f->liquid.state, s->report.part[MAS_FAMILY_liquid][LIQUID_STATE], sizeof(liquid_state));
    mas_copy(step->rec, f->grid.total, s->particle->alive, sizeof(uint32_t));
}

static void liquid_hear(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    liquid_state s;
    memcpy(&s, mas_heard(w, h, MAS_FAMILY_liquid, LIQUID_STATE), sizeof s);
    out->liquid_drained += s.drained;
    out->liquid_refused += s.refused;
    out->liquid_parts = s.parts;
    if (s.refused > 0) mas_need(h, MAS_FAMILY_liquid, LIQUID_ROOM, w->desc.capacity.liquid + s.refused);
    if (w->desc.capacity.liquid > 0) mas_hear_sensors(w, h, out);
    out->liquid_events = w->news.liquid_events;
}

// ---- Host memory ----

static uint64_t sensor_bytes(const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    return c->liquid > 0 ? (d->max_steps_in_flight * (uint64_t)c->colliders + 1) * sizeof(mas_sensor) : 0;
}

static uint64_t liquid_event_bytes(const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    return c->liquid > 0 ? d->max_steps_in_flight * (uint64_t)mas_event_room(c) * sizeof(massa_liquid_event) : 0;
}

static const mas_world_array liquid_world_array[] = {
    { offsetof(massa_world, asked.sensors), sensor_bytes },
    { offsetof(massa_world, news.liquid_events), liquid_event_bytes },
};

static void liquid_clear(mas_tables* t)
{
    if (t->capacity.liquid > 0) mas_clear_liquids(t);
}

static massa_result liquid_fits(const massa_world* w, const massa_capacity* c)
{
    if (c->particles + c->liquid < w->tables->particle.count)
        return mas_fail(
            w->device, MASSA_ERROR_CAPACITY,
            "massa_world_resize must keep what is in use: capacity.liquid is %u, and %u particle slots are.", c->liquid,
            w->tables->particle.count);
    if (!mas_liquids_fit(w->tables, c))
        return mas_fail(
            w->device, MASSA_ERROR_CAPACITY,
            "massa_world_resize must keep what is in use: liquids, particles of their kind, or the disc of an "
            "emitter would have no room.");
    return MASSA_OK;
}

// ---- Edits ----

static bool play_liquid_create(mas_tables* t, const edit_record* r)
{
    const mas_liquid_slot l = mas_liquid_from_edit(r);
    if (t->capacity.liquid == 0 || r->target != mas_vacant_liquid(t) || r->target == UINT32_MAX ||
        !mas_liquid_sound(&l))
        return false;
    mas_make_liquid(t, r->target, &l);
    return r->generation == t->liquid.liquids[r->target].generation;
}

static bool play_liquid_destroy(mas_tables* t, const edit_record* r)
{
    if (r->target >= MASSA_MAX_LIQUIDS || t->liquid.liquids[r->target].state != MAS_GRAINS_USED) return false;
    mas_drop_liquid(t, r->target);
    return true;
}

static bool play_emitter_create(mas_tables* t, const edit_record* r)
{
    const mas_emitter_slot e = mas_emitter_from_edit(r);
    if (t->capacity.liquid == 0 || r->target != mas_vacant_emitter(t) || r->target == UINT32_MAX ||
        !mas_emitter_sound(t, &e))
        return false;
    mas_make_emitter(t, r->target, &e);
    return r->generation == t->liquid.emitters[r->target].generation;
}

static bool emitter_lives(const mas_tables* t, const edit_record* r)
{
    return r->target < MASSA_MAX_EMITTERS && t->liquid.emitters[r->target].liquid != 0;
}

static bool play_emitter_destroy(mas_tables* t, const edit_record* r)
{
    if (!emitter_lives(t, r)) return false;
    mas_drop_emitter(t, r->target);
    return true;
}

static bool play_emitter_set(mas_tables* t, const edit_record* r)
{
    if (!emitter_lives(t, r)) return false;
    mas_emitter_slot e    = mas_emitter_from_edit(r);
    mas_emitter_slot* now = &t->liquid.emitters[r->target];
    e.liquid              = now->liquid;
    e.radius              = now->radius;
    if (!mas_emitter_sound(t, &e)) return false;
    now->position  = e.position;
    now->direction = e.direction;
    now->speed     = e.speed;
    return true;
}

static const mas_edit_row liquid_edit[] = {
    { EDIT_LIQUID_CREATE, NULL, play_liquid_create },
    { EDIT_LIQUID_DESTROY, mas_edit_plain, play_liquid_destroy },
    { EDIT_EMITTER_CREATE, NULL, play_emitter_create },
    { EDIT_EMITTER_DESTROY, mas_edit_plain, play_emitter_destroy },
    { EDIT_EMITTER_SET, mas_edit_plain, play_emitter_set },
};

// ---- What a host sees ----

static mas_viewed liquid_look_density(const massa_world* w)
{
    if (w->desc.capacity.liquid == 0) return (mas_viewed){ 0 };
    return (mas_viewed){ w->simulation->liquid->flow.liquid.density, w->tables->particle.count, 0 };
}

static const char* no_density(const massa_world* w)
{
    (void)w;
    return "capacity.liquid is 0: there is no density to look at.";
}

static const mas_view_row liquid_view[] = {
    { MASSA_VIEW_LIQUID_DENSITY, liquid_look_density, MASSA_ERROR_CAPACITY, no_density },
};

static uint64_t sensed(const massa_capacity* c)
{
    return c->liquid > 0 ? 2ull * c->colliders * LIQUID_MAX : 0;
}

static const mas_report_row liquid_report[] = {
    [LIQUID_STATE]  = { "liquid", sizeof(liquid_state), NULL, true, 0 },
    [LIQUID_SENSED] = { "sensors of liquid", sizeof(uint32_t), sensed, true, 0 },
};

static uint64_t liquid_room(const massa_world* w)
{
    return w->desc.capacity.liquid;
}

static const mas_overflow_row liquid_overflow[] = {
    [LIQUID_ROOM] = { "capacity.liquid", liquid_room,
                      "capacity.liquid is %u, and room for %u is needed: emitters stand still until drains make "
                      "room." },
};

const mas_family mas_liquid_family = {
    .name         = "liquids",
    .size         = sizeof(mas_liquid_part),
    .plan         = liquid_plan,
    .create       = liquid_create,
    .upload       = liquid_upload,
    .collect      = liquid_collect,
    .hear         = liquid_hear,
    .clear        = liquid_clear,
    .fits         = liquid_fits,
    .tables_sound = mas_liquids_sound,
    .state_sound  = mas_liquids_state_sound,
    MAS_FEW_ROWS(world_array, liquid_world_array, MAS_WORLD_ARRAYS),
    MAS_ROWS(edit, liquid_edit),
    MAS_ROWS(view, liquid_view),
    MAS_FEW_ROWS(report, liquid_report, MAS_REPORT_PARTS),
    MAS_FEW_ROWS(overflow, liquid_overflow, MAS_OVERFLOWS),
};
