// The stages of bodies in a step: which collide, how contacts and joints are solved, which fall asleep, what is told.
#include "family_collision.h"
#include "family_event.h"
#include "family_joint.h"
#include "family_rigid.h"
#include "joints.h"
#include "shapes.h"
#include "small.h"
#include "step.h"

static const float TOUCH_REACH = 0.25f; // of the contact margin: how far apart two that touched still do
static const float DEBUG_REACH = 0.25f; // m, of a contact's normal as it is drawn

solve_params mas_contact_params(const massa_world_desc* d, massa_vec3 gravity, float dt, uint32_t places)
{
    const mas_solve_settings settings = {
        .hertz             = d->contact_hertz,
        .damping           = d->contact_damping,
        .push_out          = d->push_out_speed,
        .restitution_speed = d->restitution_speed,
        .guard             = d->mass_guard,
    };
    const float g[] = { gravity.x, gravity.y, gravity.z };
    return mas_solve_params(&settings, g, dt, d->substeps, d->contact_margin, places);
}

static mas_sleep_settings sleep_settings(const mas_step* step)
{
    const massa_world* w = step->world;
    const mas_tables* t  = step->tables;
    const massa_vec3 g = t->gravity, old = t->step_gravity;
    const bool changed    = t->collider.changed.first != t->collider.changed.end;
    const bool other_pull = g.x != old.x || g.y != old.y || g.z != old.z;
    const bool parted     = t->joint.changed.first != t->joint.changed.end;
    const bool drawn      = step->desc->debug != 0; // what is drawn must have been looked at
    const bool edited     = t->edit_count > 0 || parted || drawn;
    return (mas_sleep_settings){
        .bodies    = t->body.count,
        .colliders = t->collider.count,
        .joints    = t->joint.count,
        .flags     = (edited ? (uint32_t)SLEEP_FORCED : 0) | (changed ? (uint32_t)SLEEP_CHANGED : 0) |
                 (other_pull ? (uint32_t)SLEEP_WAKE_ALL : 0) | (parted ? (uint32_t)SLEEP_PARTED : 0) |
                 (w->desc.sleep ? 0 : (uint32_t)SLEEP_NEVER),
        .dt   = step->dt,
        .time = w->desc.sleep_time,
    };
}

void mas_bodies_prepare(const mas_step* step)
{
    massa_world* w           = step->world;
    mas_collision_part* p    = step->simulation->collision;
    const uint32_t something = SLEEP_FORCED | SLEEP_CHANGED | SLEEP_WAKE_ALL;
    p->rest                  = sleep_settings(step);
    p->joints                = mas_joint_starts(step->tables);
    p->meets                 = p->pairs.capacity > 0 && step->tables->collider.count > 0;
    if (!p->meets || (p->rest.flags & something) != 0) mas_world_stir(w);
    p->rests    = w->rest.reports >= MAS_REST_REPORTS;
    p->in_whole = mas_small_takes(w);
}

// Whose bounds overlap, and which of them must be looked at.
static void find_pairs(const mas_collision_part* p, mas_recorder* rec)
{
    const mas_sleep_settings* rest = &p->rest;
    if (p->in_whole)
        mas_whole_begin_record(&p->whole, rec, rest);
    else
    {
        mas_sleep_begin_record(&p->sleep, rec, rest);
        mas_bounds_record(&p->bounds, rec, rest->colliders, rest->bodies);
        mas_touch_record_speeds(&p->touch, rec, rest->colliders, rest->bodies);
    }
    if (p->in_whole && mas_whole_finds(&p->whole, rest->colliders))
        mas_whole_pairs_record(&p->whole, rec, rest->colliders);
    else
        mas_broad_record(&p->broad, rec, rest->colliders);
    if (p->in_whole)
        mas_whole_bins_record(&p->whole, rec);
    else
        mas_bins_record(&p->narrow.bins, rec);
}

// The contacts in the order in which they are solved.
static void prepare(const mas_step* step)
{
    mas_collision_part* p = step->simulation->collision;
    mas_recorder* rec     = step->rec;
    const solve_params solve =
        mas_contact_params(&step->world->desc, step->tables->gravity, step->dt, p->graph.capacity);
    if (p->in_whole)
    {
        const whole_params params = { .solve = solve, .step = mas_step_params(step) };
        mas_whole_contacts_record(&p->whole, rec, &p->rest, p->narrow.contacts.joined_mask);
        mas_whole_prep_record(&p->whole, rec, &params);
        return;
    }
    mas_sleep_touch_record(&p->sleep, rec, &p->rest);
    mas_contacts_record(&p->narrow.contacts, rec);
    if (p->in_blocks)
    {
        mas_blocks_record(&p->blocks, rec, p->rest.bodies, p->cell);
        mas_blocks_prep(&p->blocks, rec, &p->solve, &solve);
    }
    else
    {
        mas_graph_record(&p->graph, rec);
        mas_solve_prep(&p->solve, rec, &solve);
    }
}

static void report_contacts(const mas_step* step)
{
    const mas_collision_part* p = step->simulation->collision;
    const mas_span* report      = step->simulation->report.part[MAS_FAMILY_collision];
    mas_recorder* rec           = step->rec;
    mas_begin(rec, "report contacts");
    mas_copy(rec, p->narrow.cache.counters, report[COLLISION_CONTACTS], sizeof(contact_counters));
    if (p->in_blocks)
        mas_copy(rec, p->blocks.counters, report[COLLISION_SCHEDULE], sizeof(blocks_counters));
    else
        mas_copy(rec, p->graph.counters, report[COLLISION_SCHEDULE], sizeof(graph_counters));
    if (step->desc->debug != 0) mas_copy(rec, p->lines.all, report[COLLISION_LINES], sizeof(lines_header));
    mas_end(rec);
}

void mas_collision_begin(const mas_step* step)
{
    mas_collision_part* p    = step->simulation->collision;
    const mas_tables* t      = step->tables;
    mas_recorder* rec        = step->rec;
    const uint32_t colliders = t->collider.count;
    collision_params params  = { .colliders = colliders, .dt = step->dt, .margin = step->world->desc.contact_margin };
    if (!p->meets || p->rests) return;
    mas_list_planes(t, &params);
    mas_begin(rec, "upload collision");
    mas_write(rec, p->colliders.params, &params, sizeof params);
    mas_end(rec);
    find_pairs(p, rec);
    p->narrow.contacts.joined_mask = t->joint.apart > 0 ? mas_joined_slots(t->capacity.joints) - 1 : 0;
    mas_narrow_detect_record(&p->narrow, rec, t->shape.hulls > 0);
    prepare(step);
    if (step->desc->debug != 0) mas_lines_record(&p->lines, rec, step->desc->debug, colliders, DEBUG_REACH);
    report_contacts(step);
}

void mas_rigid_move(const mas_step* step)
{
    mas_collision_part* p        = step->simulation->collision;
    const mas_rigid_part* r      = step->simulation->rigid;
    const mas_joint* joint       = &step->simulation->joint->stage;
    const mas_joint_colours* all = &p->joints;
    const mas_tables* t          = step->tables;
    mas_recorder* rec            = step->rec;
    const uint32_t bodies        = t->body.count;
    const bool blocks = p->meets && p->in_blocks, colours = p->meets && !p->in_blocks, bounces = t->shape.bouncing > 0;
    const bool fused  = !bounces && t->joint.live == 0; // nothing comes between the contacts' start and their solution
    const bool begins = step->index == 0;
    if (p->rests) return;
    if (p->meets && p->in_whole)
    {
        mas_small_substep(step);
        return;
    }
    mas_integrate_push_record(&r->integrate, rec, bodies, begins);
    mas_joint_prep_record(joint, rec, all, false);
    if (begins) mas_joint_start_record(joint, rec, all);
    if (blocks) mas_blocks_begin(&p->blocks, rec, &p->solve, bodies, begins, bounces, fused);
    if (colours) mas_solve_begin(&p->solve, rec, begins, bounces, bodies);
    mas_joint_solve_record(joint, rec, all);
    if (blocks) mas_blocks_bias(&p->blocks, rec, bodies, begins && fused);
    if (colours) mas_solve_bias(&p->solve, rec);
    if (blocks)
        mas_blocks_move(&p->blocks, rec, bodies);
    else
        mas_integrate_move_record(&r->integrate, rec, bodies);
    mas_joint_prep_record(joint, rec, all, true);
    mas_joint_relax_record(joint, rec, all);
    if (blocks) mas_blocks_relax(&p->blocks, rec, bodies);
    if (colours) mas_solve_relax(&p->solve, rec);
}

// What begins, ends and hits, and what bodies have to tell. Without colliders there are no pairs, and what was told to
// touch has parted.
static void tell(const mas_step* step)
{
    mas_simulation* s     = step->simulation;
    mas_collision_part* p = s->collision;
    mas_recorder* rec     = step->rec;
    const uint32_t bodies = step->tables->body.count;
    const uint64_t ring   = mas_ring_part(&s->report.ring, step->slot, 0, 1).offset - s->report.ring.all.offset;
    const uint32_t at     = (uint32_t)((ring + s->report.copied) / sizeof(mas_uvec4)); // the records follow the header
    const float reach     = TOUCH_REACH * step->world->desc.contact_margin;
    const touch_push push = mas_touch_push(&p->touch, step->dt, step->world->desc.hit_speed, reach);
    const bool touches    = p->pairs.capacity > 0;
    if (touches && !p->meets) mas_fill(rec, p->pairs.list, 0);
    if (p->in_whole)
    {
        mas_whole_events_record(&p->whole, rec, &push, bodies, at);
        return;
    }
    if (touches) mas_touch_record(&p->touch, rec, &push);
    mas_events_record(&s->event->events, rec, touches ? &p->touch : NULL, bodies, at);
}

// Forces act during one step.
static void unload(const mas_step* step)
{
    if (step->tables->body.loads == 0) return;
    mas_begin(step->rec, "unload");
    mas_fill(step->rec, mas_span_part(step->simulation->rigid->bodies.load, 0, step->tables->body.count), 0);
    mas_end(step->rec);
}

// What the last whole step has told, which the bodies have not changed since. Nothing is solved at rest: the schedule's
// counters stay 0.
static void report_rest(const mas_step* step)
{
    const mas_report* r  = &step->simulation->report;
    const massa_world* w = step->world;
    mas_begin(step->rec, "report rest");
    mas_write(step->rec, r->part[MAS_FAMILY_collision][COLLISION_CONTACTS], &w->rest.contacts, sizeof w->rest.contacts);
    mas_write(step->rec, r->part[MAS_FAMILY_event][EVENT_TOLD], &w->rest.events, sizeof w->rest.events);
    mas_end(step->rec);
}

static void finish(const mas_step* step)
{
    mas_collision_part* p = step->simulation->collision;
    mas_recorder* rec     = step->rec;
    if (p->meets && p->in_whole)
    {
        mas_whole_end_record(&p->whole, rec, &p->rest);
        return;
    }
    mas_integrate_finish_record(&step->simulation->rigid->integrate, rec, step->tables->body.count);
    if (p->meets) mas_solve_store(&p->solve, rec);
    if (p->meets) mas_sleep_end_record(&p->sleep, rec, &p->rest);
}

void mas_collision_end(const mas_step* step)
{
    mas_collision_part* p = step->simulation->collision;
    if (p->rests)
        report_rest(step);
    else
    {
        finish(step);
        unload(step);
        tell(step);
    }
}
