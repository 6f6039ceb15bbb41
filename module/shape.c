// Shapes: each call checks its input and becomes edits, so that it can be replayed.
#include "hull.h"
#include "shapes.h"
#include "world.h"

#include <string.h>

static massa_result check_size(const massa_world* w, const char* field, float value)
{
    return mas_check_float(w, field, value, MAS_MIN_SIZE, MAS_MAX_SIZE);
}

static massa_result check_surface(const massa_world* w, const massa_shape_desc* d)
{
    MAS_TRY(mas_check_float(w, "massa_shape_desc.density", d->density, MAS_MIN_DENSITY, MAS_MAX_DENSITY));
    MAS_TRY(mas_check_float(w, "massa_shape_desc.friction", d->friction, 0.0f, MAS_MAX_FRICTION));
    MAS_TRY(mas_check_float(w, "massa_shape_desc.restitution", d->restitution, 0.0f, 1.0f));
    MAS_TRY(mas_check_float(w, "massa_shape_desc.rolling", d->rolling, 0.0f, MAS_MAX_ROLLING));
    MAS_TRY(mas_check_finite(w, "massa_shape_desc.surface_velocity", d->surface_velocity, MAS_MAX_SURFACE_SPEED));
    if (d->group >= -MAS_MAX_GROUP && d->group <= MAS_MAX_GROUP) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "massa_shape_desc.group is %d; it may be %d to %d.", d->group,
                    -MAS_MAX_GROUP, MAS_MAX_GROUP);
}

static massa_result check_shape_desc(const massa_world* w, const massa_shape_desc* d, mas_shape* s)
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_shape_desc is null.");
    if (d->cookie != massa_default_shape_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_shape_desc was not made by massa_default_shape_desc.");
    switch (d->kind)
    {
    case MASSA_SHAPE_PLANE: s->kind = COLLIDER_PLANE; break;
    case MASSA_SHAPE_BOX:
        s->kind = COLLIDER_BOX;
        MAS_TRY(check_size(w, "massa_shape_desc.box.half.x", d->box.half.x));
        MAS_TRY(check_size(w, "massa_shape_desc.box.half.y", d->box.half.y));
        MAS_TRY(check_size(w, "massa_shape_desc.box.half.z", d->box.half.z));
        s->size = d->box.half;
        break;
    case MASSA_SHAPE_SPHERE:
        s->kind = COLLIDER_SPHERE;
        MAS_TRY(check_size(w, "massa_shape_desc.sphere.radius", d->sphere.radius));
        s->size.x = d->sphere.radius;
        break;
    case MASSA_SHAPE_CAPSULE:
        s->kind = COLLIDER_CAPSULE;
        MAS_TRY(check_size(w, "massa_shape_desc.capsule.radius", d->capsule.radius));
        MAS_TRY(check_size(w, "massa_shape_desc.capsule.half_length", d->capsule.half_length));
        s->size.x = d->capsule.radius;
        s->size.y = d->capsule.half_length;
        break;
    case MASSA_SHAPE_HULL: s->kind = COLLIDER_HULL; break;
    case MASSA_SHAPE_COMPOUND: s->kind = MAS_COMPOUND; break;
    default: return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_shape_kind %d.", (int)d->kind);
    }
    if (d->hollow && s->kind != COLLIDER_BOX && s->kind != COLLIDER_SPHERE)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "massa_shape_desc.hollow is for boxes and spheres only.");
    if (d->sensor && s->kind == MAS_COMPOUND)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_shape_desc.sensor is for the children of a compound, not for the compound.");
    MAS_TRY(check_surface(w, d));
    if (d->drain && s->kind == MAS_COMPOUND)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_shape_desc.drain is for the children of a compound, not for the compound.");
    s->kind |= (d->hollow ? COLLIDER_HOLLOW : 0) | (d->sensor || d->drain ? COLLIDER_SENSOR : 0) |
               (d->drain ? COLLIDER_DRAIN : 0);
    s->category    = d->category;
    s->mask        = d->mask;
    s->group       = d->group;
    s->friction    = d->friction;
    s->restitution = d->restitution;
    s->rolling     = d->rolling;
    s->surface     = d->surface_velocity;
    s->density     = d->density;
    s->user        = d->user;
    return MASSA_OK;
}

// The corners of a hull's points.
static massa_result find_corners(const massa_world* w, const massa_shape_desc* d, massa_vec3* corner, uint32_t* count)
{
    hull_data hull;
    massa_vec3 centre;
    char reason[200];
    if (d->hull.points == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_shape_desc.hull.points is null.");
    if (!mas_hull_build(d->hull.points, d->hull.count, &hull, &centre, reason, sizeof reason))
        return mas_fail(w->device, MASSA_ERROR_RANGE, "%s", reason);
    *count = hull.corners;
    for (uint32_t i = 0; i < hull.corners; ++i)
        corner[i] =
            (massa_vec3){ hull.corner[i].x + centre.x, hull.corner[i].y + centre.y, hull.corner[i].z + centre.z };
    return MASSA_OK;
}

static massa_result check_children(const massa_world* w, const massa_shape_desc* d)
{
    const mas_tables* t = w->tables;
    const uint32_t n    = d->compound.count;
    if (d->compound.children == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_shape_desc.compound.children is null.");
    if (n == 0 || n > MASSA_MAX_CHILDREN)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "massa_shape_desc.compound.count is %u; it may be 1 to %d.", n,
                        MASSA_MAX_CHILDREN);
    for (uint32_t i = 0; i < n; ++i)
    {
        const massa_child* c = &d->compound.children[i];
        uint32_t slot;
        MAS_TRY(mas_check_shape(w, c->shape, &slot));
        MAS_TRY(mas_check_finite(w, "massa_child.position", c->position, MAS_MAX_SIZE));
        MAS_TRY(mas_check_quat(w, "massa_child.rotation", c->rotation));
        if (!mas_may_be_child(t, slot + 1))
            return mas_fail(w->device, MASSA_ERROR_RANGE,
                            "Child %u of the compound is a plane, hollow or a compound itself: children are convex.",
                            i);
    }
    return MASSA_OK;
}

// There is room for all of them.
static void stage_children(mas_tables* t, const massa_shape_desc* d, uint32_t target)
{
    for (uint32_t i = 0; i < d->compound.count; ++i)
    {
        const massa_child* c = &d->compound.children[i];
        const uint32_t shape = (uint32_t)c->shape.bits + 1;
        const mas_pose pose  = { c->position, mas_unit(c->rotation) };
        edit_record* e       = mas_add_edit(t, EDIT_SHAPE_CHILD, target);
        e->flags             = shape;
        e->data[0]           = (mas_vec4){ pose.position.x, pose.position.y, pose.position.z, 0.0f };
        e->data[1]           = (mas_vec4){ pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w };
        mas_stage_child(t, shape, pose);
    }
}

static void stage_corners(mas_tables* t, const massa_vec3* corner, uint32_t count, uint32_t target)
{
    for (uint32_t i = 0; i < count; i += EDIT_DATA)
    {
        edit_record* e = mas_add_edit(t, EDIT_SHAPE_POINTS, target);
        e->flags       = count - i < EDIT_DATA ? count - i : EDIT_DATA;
        for (uint32_t k = 0; k < e->flags; ++k)
            e->data[k] = (mas_vec4){ corner[i + k].x, corner[i + k].y, corner[i + k].z, 0.0f };
        mas_stage_points(t, corner + i, e->flags);
    }
}

massa_result massa_create_shape(massa_world* w, const massa_shape_desc* d, massa_shape_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_shape has nowhere to put the id.");
    mas_shape s = { 0 };
    massa_vec3 corner[MASSA_MAX_HULL_CORNERS];
    uint32_t corners = 0;
    MAS_TRY(check_shape_desc(w, d, &s));
    if (d->kind == MASSA_SHAPE_HULL) MAS_TRY(find_corners(w, d, corner, &corners));
    if (d->kind == MASSA_SHAPE_COMPOUND) MAS_TRY(check_children(w, d));
    mas_tables* t       = w->tables;
    const uint32_t slot = mas_vacant_shape(t);
    if (slot == UINT32_MAX)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.shapes is %u, and all are in use.",
                        t->capacity.shapes);
    const uint32_t pieces = d->kind == MASSA_SHAPE_COMPOUND ? d->compound.count : (corners + EDIT_DATA - 1) / EDIT_DATA;
    if (t->capacity.edits - t->edit_count < pieces + 1) return mas_edits_full(w);
    if (d->kind == MASSA_SHAPE_COMPOUND)
    {
        if (!mas_children_fit(t, pieces))
            return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                            "capacity.children is %u, and there is no room for %u more.", t->capacity.children, pieces);
        stage_children(t, d, slot);
    }
    stage_corners(t, corner, corners, slot);
    char reason[200];
    if (!mas_make_shape(t, slot, &s, reason, sizeof reason))
    {
        t->edit_count -= pieces;
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "%s", reason);
    }
    edit_record* e = mas_add_edit(t, EDIT_SHAPE_CREATE, slot);
    mas_shape_to_edit(&s, e);
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
                        "The shape is still that of %u bodies or compounds: destroy them first, or give them another.",
                        users);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_SHAPE_DESTROY, slot, &e));
    mas_drop_shape(w->tables, slot);
    return MASSA_OK;
}

massa_result massa_shape_get_mass(const massa_world* w, massa_shape_id id, massa_mass* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (w == NULL) return MASSA_ERROR_NULL;
    uint32_t slot;
    MAS_TRY(mas_check_shape(w, id, &slot));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_shape_get_mass has nowhere to put its answer.");
    const massa_mass mass = mas_shapes(w->tables)[slot].mass;
    if (!(mass.mass > 0.0f)) return mas_fail(w->device, MASSA_ERROR_RANGE, "A plane or a hollow shape has no mass.");
    *out = mass;
    return MASSA_OK;
}

massa_result massa_shape_get_user(const massa_world* w, massa_shape_id id, uint64_t* out)
{
    if (out != NULL) *out = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    uint32_t slot;
    MAS_TRY(mas_check_shape(w, id, &slot));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_shape_get_user has nowhere to put its answer.");
    *out = mas_shapes(w->tables)[slot].user;
    return MASSA_OK;
}
