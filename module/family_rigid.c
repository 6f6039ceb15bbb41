// Bodies: what a family tells of itself (family.h), and their stages that are not of contacts.
#include "family_rigid.h"
#include "family_event.h"
#include "joints.h"
#include "poll.h"
#include "shapes.h"
#include "step.h"

#include <stddef.h>
#include <string.h>

enum
{
    TAG_POSE = 1,
    TAG_MOTION,
    TAG_MASS,
    TAG_TRAIT,
};

// ---- Memory and kernels ----

uint64_t mas_bodies_used(const mas_tables* t)
{
    return t->body.count;
}

static void rigid_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    mas_rigid_part* r       = s->rigid;
    r->bodies               = mas_bodies_plan(a, c->bodies, (c->colliders > 0 && c->pairs > 0) || c->joints > 0);
    r->params               = mas_plan(a, MAS_SCRATCH, "params", 1, sizeof(step_params));
    r->edits                = mas_plan(a, MAS_SCRATCH, "edits", c->edits, sizeof(edit_record));
    r->watched              = mas_plan(a, MAS_SCRATCH, "watched", c->watched, sizeof(watch_entry));
    r->edit_ring            = mas_plan_ring(a, MAS_UPLOAD, "edit ring", c->edits, sizeof(edit_record));
    r->watch_ring           = mas_plan_ring(a, MAS_UPLOAD, "watch ring", c->watched, sizeof(watch_entry));
    mas_plan_hashed(s, r->bodies.pose, TAG_POSE, mas_bodies_used);
    mas_plan_hashed(s, r->bodies.motion, TAG_MOTION, mas_bodies_used);
    mas_plan_hashed(s, r->bodies.mass, TAG_MASS, mas_bodies_used);
    mas_plan_hashed(s, r->bodies.trait, TAG_TRAIT, mas_bodies_used);
}

static massa_result rigid_create(mas_simulation* s)
{
    mas_kernels* k         = &s->kernels;
    mas_rigid_part* r      = s->rigid;
    const mas_span answers = s->report.part[MAS_FAMILY_rigid][RIGID_ANSWERS];
    const mas_events* e    = &s->event->events;
    MAS_TRY(mas_apply_create(&r->apply, k, &r->bodies, r->params, r->edits));
    MAS_TRY(mas_integrate_create(&r->integrate, k, &r->bodies, r->params, e->lost, e->any));
    return mas_watch_create(&r->watch, k, &r->bodies, r->params, r->watched, answers);
}

// ---- A step ----

step_params mas_step_params(const mas_step* step)
{
    const mas_tables* t = step->tables;
    return (step_params){
        .gravity       = { t->gravity.x, t->gravity.y, t->gravity.z, 0.0f },
        .substep       = step->substep,
        .body_count    = t->body.count,
        .edit_count    = t->edit_count,
        .watched_count = t->body.watched,
    };
}

static void rigid_upload(const mas_step* step)
{
    mas_rigid_part* r        = step->simulation->rigid;
    const mas_tables* t      = step->tables;
    mas_recorder* rec        = step->rec;
    const step_params params = mas_step_params(step);
    mas_write(rec, r->params, &params, sizeof params);
    mas_upload(rec, &r->edit_ring, step->slot, mas_edits(t), t->edit_count, r->edits);
    mas_upload(rec, &r->watch_ring, step->slot, mas_watched(t), t->body.watched, r->watched);
    mas_copy(rec, r->bodies.pose, r->bodies.previous, t->body.count * sizeof(body_pose));
}

void mas_rigid_begin(const mas_step* step)
{
    mas_apply_record(&step->simulation->rigid->apply, step->rec, step->tables->edit_count, step->tables->body.count);
}

void mas_rigid_end(const mas_step* step)
{
    const mas_body_table* t = &step->tables->body;
    mas_watch_record(&step->simulation->rigid->watch, step->rec, t->watched, t->count);
}

static void rigid_hear(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    const uint8_t* answers   = mas_heard(w, h, MAS_FAMILY_rigid, RIGID_ANSWERS);
    const watch_entry* asked = w->asked.watched + h->slot * (size_t)w->desc.capacity.watched;
    out->watched_count       = w->asked.step[h->slot].watched_count;
    out->watched             = w->news.watched;
    for (uint32_t i = 0; i < out->watched_count; ++i)
    {
        watch_answer a;
        memcpy(&a, answers + i * sizeof a, sizeof a); // mapped memory need not be aligned for it
        if (a.position.w != 1.0f)
        {
            w->news.watched[i] = (massa_watched){ 0 };
            continue;
        }
        w->news.watched[i] = (massa_watched){
            .body             = { mas_id(MAS_ID_BODY, asked[i].slot, asked[i].generation) },
            .position         = { a.position.x, a.position.y, a.position.z },
            .rotation         = { a.rotation.x, a.rotation.y, a.rotation.z, a.rotation.w },
            .velocity         = { a.velocity.x, a.velocity.y, a.velocity.z },
            .angular_velocity = { a.angular_velocity.x, a.angular_velocity.y, a.angular_velocity.z },
        };
    }
}

// ---- Host memory ----

static uint64_t rigid_slots_room(const mas_tables* t)
{
    return t->capacity.bodies;
}

static uint64_t rigid_edits_room(const mas_tables* t)
{
    return t->capacity.edits;
}

static uint64_t rigid_edits_used(const mas_tables* t)
{
    return t->edit_count;
}

static uint64_t rigid_watched_room(const mas_tables* t)
{
    return t->capacity.watched;
}

static uint64_t rigid_watched_used(const mas_tables* t)
{
    return t->body.watched;
}

static const mas_host_array rigid_host_array[] = {
    [MAS_RIGID_SLOTS] = { "body slots", "capacity.bodies", sizeof(mas_slot), false, rigid_slots_room, mas_bodies_used },
    [MAS_RIGID_EDITS] = { "edits", "capacity.edits", sizeof(edit_record), false, rigid_edits_room, rigid_edits_used },
    [MAS_RIGID_WATCHED] = { "watched bodies", "capacity.watched", sizeof(watch_entry), false, rigid_watched_room,
                            rigid_watched_used },
};

static uint64_t rigid_answer_bytes(const massa_world_desc* d)
{
    return (d->capacity.watched + 1ull) * sizeof(massa_watched); // never 0
}

static uint64_t rigid_asked_bytes(const massa_world_desc* d)
{
    return (d->max_steps_in_flight * (uint64_t)d->capacity.watched + 1) * sizeof(watch_entry);
}

static const mas_world_array rigid_world_array[] = {
    { offsetof(massa_world, news.watched), rigid_answer_bytes },
    { offsetof(massa_world, asked.watched), rigid_asked_bytes },
};

static void rigid_clear(mas_tables* t)
{
    for (uint32_t i = 0; i < t->edit_count; ++i)
        if (mas_edits(t)[i].kind <= EDIT_BODY_LAST) mas_slots(t)[mas_edits(t)[i].target].last_edit = 0;
    t->edit_count = 0;
    t->body.loads = 0;
}

static massa_result rigid_fits(const massa_world* w, const massa_capacity* c)
{
    const mas_tables* t = w->tables;
    for (uint32_t i = 0; i < t->body.count; ++i)
        if (!mas_body_shape_sound(t, c, i, mas_slots(t)[i].shape))
            return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                            "massa_world_resize must keep what is in use: with %s a body could not have its shape.",
                            c->pairs == 0   ? "capacity.pairs MASSA_NONE"
                            : c->liquid > 0 ? "capacity.liquid above 0"
                                            : "capacity.particles above 0");
    return MASSA_OK;
}

static bool rigid_tables_sound(const mas_tables* t)
{
    for (uint32_t i = 0; i < t->body.watched; ++i)
        if (mas_watched(t)[i].slot >= t->body.count) return false;
    return mas_bodies_sound(t) && mas_edits_sound(t);
}

// ---- What a host sees ----

static mas_viewed rigid_look_pose(const massa_world* w)
{
    return (mas_viewed){ w->simulation->rigid->bodies.pose, w->tables->body.count, 0 };
}

static mas_viewed rigid_look_previous(const massa_world* w)
{
    return (mas_viewed){ w->simulation->rigid->bodies.previous, w->tables->body.count, 0 };
}

static mas_viewed rigid_look_motion(const massa_world* w)
{
    return (mas_viewed){ w->simulation->rigid->bodies.motion, w->tables->body.count, 0 };
}

static mas_viewed rigid_look_trait(const massa_world* w)
{
    return (mas_viewed){ w->simulation->rigid->bodies.trait, w->tables->body.count, 0 };
}

static const mas_view_row rigid_view[] = {
    { MASSA_VIEW_BODY_POSE, rigid_look_pose, MASSA_OK, NULL },
    { MASSA_VIEW_BODY_PREVIOUS_POSE, rigid_look_previous, MASSA_OK, NULL },
    { MASSA_VIEW_BODY_MOTION, rigid_look_motion, MASSA_OK, NULL },
    { MASSA_VIEW_BODY_TRAIT, rigid_look_trait, MASSA_OK, NULL },
};

static uint64_t rigid_answers(const massa_capacity* c)
{
    return c->watched > 0 ? c->watched : 1;
}

static const mas_report_row rigid_report[] = {
    [RIGID_ANSWERS] = { "watched bodies", sizeof(watch_answer), rigid_answers, false, 0 },
};

const mas_family mas_rigid_family = {
    .name         = "bodies",
    .size         = sizeof(mas_rigid_part),
    .plan         = rigid_plan,
    .create       = rigid_create,
    .upload       = rigid_upload,
    .hear         = rigid_hear,
    .clear        = rigid_clear,
    .fits         = rigid_fits,
    .tables_sound = rigid_tables_sound,
    .state_sound  = mas_bodies_state_sound,
    MAS_FEW_ROWS(host_array, rigid_host_array, MAS_HOST_ARRAYS),
    MAS_FEW_ROWS(world_array, rigid_world_array, MAS_WORLD_ARRAYS),
    .edit  = mas_rigid_edits,
    .edits = MAS_RIGID_EDIT_ROWS,
    MAS_ROWS(view, rigid_view),
    MAS_FEW_ROWS(report, rigid_report, MAS_REPORT_PARTS),
};
