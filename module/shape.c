// Shapes: each call checks its input and becomes one edit, so that it can be replayed.
#include "world.h"

static massa_result check_size(const massa_world* w, const char* field, float value)
{
    return mas_check_float(w, field, value, 1e-3f, 1e4f);
}

static massa_result check_desc(const massa_world* w, const massa_shape_desc* d, uint32_t* kind, mas_vec4* size)
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_shape_desc is null.");
    if (d->cookie != massa_default_shape_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_shape_desc was not made by massa_default_shape_desc.");
    *size = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    switch (d->kind)
    {
    case MASSA_SHAPE_PLANE:
        *kind = COLLIDER_PLANE;
        if (d->hollow)
            return mas_fail(w->device, MASSA_ERROR_RANGE,
                            "massa_shape_desc.hollow is for shapes with an inside, not planes.");
        return MASSA_OK;
    case MASSA_SHAPE_BOX:
        *kind = COLLIDER_BOX;
        MAS_TRY(check_size(w, "massa_shape_desc.box.half.x", d->box.half.x));
        MAS_TRY(check_size(w, "massa_shape_desc.box.half.y", d->box.half.y));
        MAS_TRY(check_size(w, "massa_shape_desc.box.half.z", d->box.half.z));
        *size = (mas_vec4){ d->box.half.x, d->box.half.y, d->box.half.z, 0.0f };
        break;
    case MASSA_SHAPE_SPHERE:
        *kind = COLLIDER_SPHERE;
        MAS_TRY(check_size(w, "massa_shape_desc.sphere.radius", d->sphere.radius));
        size->x = d->sphere.radius;
        break;
    default: return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_shape_kind %d.", (int)d->kind);
    }
    if (d->hollow) *kind |= COLLIDER_HOLLOW;
    return MASSA_OK;
}

massa_result massa_create_shape(massa_world* w, const massa_shape_desc* d, massa_shape_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_shape has nowhere to put the id.");
    uint32_t kind;
    mas_vec4 size;
    MAS_TRY(check_desc(w, d, &kind, &size));
    mas_tables* t       = w->tables;
    const uint32_t slot = mas_free_shape(t);
    if (slot == UINT32_MAX)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.shapes is %u, and all are in use.",
                        t->capacity.shapes);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_SHAPE_CREATE, slot, &e));
    e->flags   = kind;
    e->data[0] = size;
    mas_set_shape(t, slot, kind, size);
    e->generation = mas_shapes(t)[slot].generation;
    out->bits     = mas_id(MAS_ID_SHAPE, slot, e->generation);
    return MASSA_OK;
}

massa_result mas_check_shape(const massa_world* w, massa_shape_id id, uint32_t* slot)
{
    if (mas_find_shape(w->tables, id, slot)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_STALE_ID, "The shape id 0x%llx is null or its shape is gone.",
                    (unsigned long long)id.bits);
}

massa_result massa_destroy_shape(massa_world* w, massa_shape_id id)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    uint32_t slot;
    MAS_TRY(mas_check_shape(w, id, &slot));
    const uint32_t users = mas_shapes(w->tables)[slot].users;
    if (users > 0)
        return mas_fail(w->device, MASSA_ERROR_IN_USE,
                        "The shape is still that of %u bodies: destroy them first, or give them another.", users);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_SHAPE_DESTROY, slot, &e));
    mas_set_shape(w->tables, slot, 0, (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f });
    return MASSA_OK;
}
