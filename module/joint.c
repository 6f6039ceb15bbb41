// Joints: each call checks its input and becomes one edit.
#include "joints.h"
#include "shapes.h"
#include "world.h"

static massa_result find_joint(const massa_world* w, massa_joint_id id, uint32_t* slot)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (mas_find_joint(w->tables, id, slot)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_STALE_ID, "The joint id 0x%llx is null or its joint is gone.",
                    (unsigned long long)id.bits);
}

static massa_result check_spring(const massa_world* w, float hertz, float damping_ratio)
{
    MAS_TRY(mas_check_float(w, "massa_joint_desc.hertz", hertz, 0.0f, MAS_MAX_HERTZ));
    return mas_check_float(w, "massa_joint_desc.damping_ratio", damping_ratio, 0.0f, MAS_MAX_DAMPING_RATIO);
}

static massa_result check_length(const massa_world* w, float length)
{
    return mas_check_float(w, "massa_joint_desc.length", length, MAS_MIN_LENGTH, MAS_MAX_LENGTH);
}

// 1 + the body's slot, or 0 for the world.
static massa_result find_partner(const massa_world* w, massa_body_id id, const char* field, uint32_t* body)
{
    *body = 0;
    if (id.bits == 0) return MASSA_OK;
    if (!mas_find_body(w->tables, id, body))
        return mas_fail(w->device, MASSA_ERROR_STALE_ID, "massa_joint_desc.%s 0x%llx is a body that is gone.", field,
                        (unsigned long long)id.bits);
    ++*body;
    return MASSA_OK;
}

static massa_result check_bodies(const massa_world* w, const massa_joint_desc* d, mas_joint_slot* j)
{
    uint32_t *a = &j->side[0].body, *b = &j->side[1].body;
    MAS_TRY(find_partner(w, d->body_a, "body_a", a));
    MAS_TRY(find_partner(w, d->body_b, "body_b", b));
    if (*a == 0 && *b == 0)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_joint_desc.body_a and body_b are both null: a joint "
                        "needs a body.");
    if (*a == *b)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "massa_joint_desc.body_a and body_b are the same body.");
    const uint32_t flags_a = *a != 0 ? mas_slots(w->tables)[*a - 1].flags : 0;
    const uint32_t flags_b = *b != 0 ? mas_slots(w->tables)[*b - 1].flags : 0;
    if (((flags_a | flags_b) & BODY_DYNAMIC) == 0)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "Neither of the joint's bodies is dynamic: there is nothing that it could move.");
    return MASSA_OK;
}

static massa_result check_joint_desc(const massa_world* w, const massa_joint_desc* d, mas_joint_slot* j)
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_joint_desc is null.");
    if (d->cookie != massa_default_joint_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_joint_desc was not made by massa_default_joint_desc.");
    if ((int)d->kind < MASSA_JOINT_BALL || d->kind > MASSA_JOINT_DISTANCE)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_joint_kind %d.", (int)d->kind);
    MAS_TRY(check_bodies(w, d, j));
    const float world = BODY_MAX_POSITION, body = MAS_MAX_ANCHOR;
    MAS_TRY(mas_check_finite(w, "massa_joint_desc.anchor_a", d->anchor_a, j->side[0].body != 0 ? body : world));
    MAS_TRY(mas_check_finite(w, "massa_joint_desc.anchor_b", d->anchor_b, j->side[1].body != 0 ? body : world));
    MAS_TRY(mas_check_quat(w, "massa_joint_desc.frame_a", d->frame_a));
    MAS_TRY(mas_check_quat(w, "massa_joint_desc.frame_b", d->frame_b));
    MAS_TRY(check_length(w, d->length));
    MAS_TRY(check_spring(w, d->hertz, d->damping_ratio));
    j->kind           = JOINT_BALL + (uint32_t)d->kind;
    j->side[0].anchor = d->anchor_a;
    j->side[1].anchor = d->anchor_b;
    j->side[0].frame  = mas_unit(d->frame_a);
    j->side[1].frame  = mas_unit(d->frame_b);
    j->length         = d->length;
    j->hertz          = d->hertz;
    j->damping        = d->damping_ratio;
    j->collide        = d->collide;
    j->user           = d->user;
    return MASSA_OK;
}

massa_result massa_create_joint(massa_world* w, const massa_joint_desc* d, massa_joint_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_joint has nowhere to put the id.");
    mas_joint_slot j = { 0 };
    MAS_TRY(check_joint_desc(w, d, &j));
    mas_tables* t       = w->tables;
    const uint32_t slot = mas_vacant_joint(t);
    if (slot == UINT32_MAX)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.joints is %u, and all are in use.",
                        t->capacity.joints);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_JOINT_CREATE, slot, &e));
    mas_joint_to_edit(&j, e);
    mas_make_joint(t, slot, &j);
    e->generation = mas_joints(t)[slot].generation;
    out->bits     = mas_id(MAS_ID_JOINT, slot, e->generation);
    return MASSA_OK;
}

massa_result massa_destroy_joint(massa_world* w, massa_joint_id id)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_joint(w, id, &slot));
    MAS_TRY(mas_new_edit(w, EDIT_JOINT_DESTROY, slot, &e));
    mas_drop_joint(w->tables, slot);
    return MASSA_OK;
}

// All that can be set goes into one edit, whichever of it changed.
static massa_result set(massa_world* w, uint32_t slot, float hertz, float damping_ratio, float length, bool collide)
{
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_JOINT_SET, slot, &e));
    e->flags   = collide;
    e->data[0] = (mas_vec4){ hertz, damping_ratio, length, 0.0f };
    mas_set_joint(w->tables, slot, hertz, damping_ratio, length, collide);
    return MASSA_OK;
}

massa_result massa_joint_set_spring(massa_world* w, massa_joint_id id, float hertz, float damping_ratio)
{
    uint32_t slot;
    MAS_TRY(find_joint(w, id, &slot));
    MAS_TRY(check_spring(w, hertz, damping_ratio));
    const mas_joint_slot* j = &mas_joints(w->tables)[slot];
    return set(w, slot, hertz, damping_ratio, j->length, j->collide != 0);
}

massa_result massa_joint_set_length(massa_world* w, massa_joint_id id, float length)
{
    uint32_t slot;
    MAS_TRY(find_joint(w, id, &slot));
    const mas_joint_slot* j = &mas_joints(w->tables)[slot];
    if (j->kind != JOINT_DISTANCE)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "Only a MASSA_JOINT_DISTANCE has a length.");
    MAS_TRY(check_length(w, length));
    return set(w, slot, j->hertz, j->damping, length, j->collide != 0);
}

massa_result massa_joint_set_collide(massa_world* w, massa_joint_id id, bool collide)
{
    uint32_t slot;
    MAS_TRY(find_joint(w, id, &slot));
    const mas_joint_slot* j = &mas_joints(w->tables)[slot];
    return set(w, slot, j->hertz, j->damping, j->length, collide);
}

massa_result massa_joint_get_user(const massa_world* w, massa_joint_id id, uint64_t* out)
{
    if (out != NULL) *out = 0;
    uint32_t slot;
    MAS_TRY(find_joint(w, id, &slot));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_joint_get_user has nowhere to put its answer.");
    *out = mas_joints(w->tables)[slot].user;
    return MASSA_OK;
}
