// Joints: what a family tells of itself (family.h).
#include "family_joint.h"
#include "family_rigid.h"
#include "joints.h"
#include "step.h"

#include <string.h>

static void joint_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const uint32_t joints = d->capacity.joints, joined = mas_joined_slots(joints);
    mas_joint_part* j = s->joint;
    mas_joint_plan(&j->stage, a, joints, joined);
    j->stage.sweeps = d->joint_sweeps;
    if (joints == 0) return;
    j->data_ring   = mas_plan_ring(a, MAS_UPLOAD, "joint ring", joints, sizeof(joint_data));
    j->order_ring  = mas_plan_ring(a, MAS_UPLOAD, "joint order ring", joints, sizeof(uint32_t));
    j->joined_ring = mas_plan_ring(a, MAS_UPLOAD, "joined ring", joined, sizeof(joined_pair));
}

static massa_result joint_create(mas_simulation* s)
{
    return mas_joint_create(&s->joint->stage, &s->kernels, &s->rigid->bodies, s->rigid->params);
}

// Joints that changed since the last step, the order in which all are swept, and the bodies that they keep apart.
static void joint_upload(const mas_step* step)
{
    mas_joint_part* j   = step->simulation->joint;
    const mas_tables* t = step->tables;
    mas_recorder* rec   = step->rec;
    const mas_changed c = t->joint.changed;
    const bool changed = c.first != c.end, apart = t->joint.joined_changed != 0;
    if (!changed && !apart) return;
    const uint32_t slots  = apart ? mas_joined_slots(t->capacity.joints) : 0;
    const mas_span data   = mas_ring_part(&j->data_ring, step->slot, 0, c.end - c.first);
    const mas_span order  = mas_ring_part(&j->order_ring, step->slot, 0, changed ? t->joint.live : 0);
    const mas_span joined = mas_ring_part(&j->joined_ring, step->slot, 0, slots);
    for (uint32_t i = c.first; i < c.end; ++i)
    {
        const joint_data one = mas_joint_of(t, i);
        memcpy(mas_mapped(rec->arena, data) + (i - c.first) * sizeof one, &one, sizeof one);
    }
    if (order.size > 0) mas_joint_order(t, (uint32_t*)mas_mapped(rec->arena, order));
    if (joined.size > 0) mas_joined_fill(t, (joined_pair*)mas_mapped(rec->arena, joined));
    mas_copy(rec, data, mas_span_part(j->stage.data, c.first, c.end - c.first), data.size);
    mas_copy(rec, order, j->stage.order, order.size);
    mas_copy(rec, joined, j->stage.joined, joined.size);
}

// ---- Host memory ----

static uint64_t joint_room(const mas_tables* t)
{
    return t->capacity.joints;
}

static uint64_t joint_used(const mas_tables* t)
{
    return t->joint.count;
}

static uint64_t joint_lists_room(const mas_tables* t)
{
    return t->capacity.joints > 0 ? t->capacity.bodies : 0;
}

static uint64_t joint_lists_used(const mas_tables* t)
{
    return t->joint.count > 0 ? t->body.count : 0; // a world without joints has no lists
}

static const mas_host_array joint_host_array[] = {
    [MAS_JOINT_SLOTS] = { "joint slots", "capacity.joints", sizeof(mas_joint_slot), true, joint_room, joint_used },
    [MAS_JOINT_LISTS] = { "lists of joints", "capacity.bodies", sizeof(uint32_t), true, joint_lists_room,
                          joint_lists_used },
};

static void joint_clear(mas_tables* t)
{
    t->joint.changed        = (mas_changed){ 0, 0 };
    t->joint.joined_changed = 0;
}

static void joint_lost(massa_world* w)
{
    w->tables->joint.changed        = (mas_changed){ 0, w->tables->joint.count };
    w->tables->joint.joined_changed = w->tables->joint.apart > 0;
}

// ---- Edits ----

static bool joint_set_sound(const edit_record* r)
{
    return r->generation == 0;
}

static bool joint_play_create(mas_tables* t, const edit_record* r)
{
    const mas_joint_slot j = mas_joint_from_edit(r);
    if (r->target != mas_vacant_joint(t) || r->target == UINT32_MAX || !mas_joint_sound(t, &j)) return false;
    mas_make_joint(t, r->target, &j);
    return r->generation == mas_joints(t)[r->target].generation;
}

static bool joint_lives(const mas_tables* t, const edit_record* r)
{
    return r->target < t->joint.count && mas_joints(t)[r->target].kind != 0;
}

static bool joint_play_destroy(mas_tables* t, const edit_record* r)
{
    if (!joint_lives(t, r)) return false;
    mas_drop_joint(t, r->target);
    return true;
}

static bool joint_play_set(mas_tables* t, const edit_record* r)
{
    if (!joint_lives(t, r)) return false;
    mas_joint_slot j = mas_joints(t)[r->target];
    j.hertz          = r->data[0].x;
    j.damping        = r->data[0].y;
    j.length         = r->data[0].z;
    j.collide        = r->flags;
    if (!mas_joint_sound(t, &j)) return false;
    mas_set_joint(t, r->target, j.hertz, j.damping, j.length, j.collide);
    return true;
}

static const mas_edit_row joint_edit[] = {
    { EDIT_JOINT_CREATE, NULL, joint_play_create },
    { EDIT_JOINT_DESTROY, mas_edit_plain, joint_play_destroy },
    { EDIT_JOINT_SET, joint_set_sound, joint_play_set },
};

const mas_family mas_joint_family = {
    .name         = "joints",
    .size         = sizeof(mas_joint_part),
    .plan         = joint_plan,
    .create       = joint_create,
    .upload       = joint_upload,
    .clear        = joint_clear,
    .tables_sound = mas_joints_sound,
    .state_sound  = mas_joints_state_sound,
    .lost         = joint_lost,
    MAS_FEW_ROWS(host_array, joint_host_array, MAS_HOST_ARRAYS),
    MAS_ROWS(edit, joint_edit),
};
