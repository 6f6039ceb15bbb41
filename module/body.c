// Bodies: each call checks its input and becomes one edit.
#include "shapes.h"
#include "world.h"

#include <math.h>
#include <string.h>

static const float MAX_PUSH = 1e12f; // N s and the like

massa_result mas_check_quat(const massa_world* w, const char* field, massa_quat q)
{
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, value[4] = { q.x, q.y, q.z, q.w };
    if (squared >= 1e-6f && squared <= 1e6f) return MASSA_OK; // false for NaN
    for (int i = 0; i < 4; ++i)
        if (!isfinite(value[i]))
            return mas_fail(w->device, MASSA_ERROR_RANGE, "%s.%c is %g; it must be a number.", field, "xyzw"[i],
                            (double)value[i]);
    return mas_fail(w->device, MASSA_ERROR_RANGE, "%s is not a rotation: its length is %g; it may be 0.001 to 1000.",
                    field, sqrt((double)squared));
}

static massa_result check_mass(const massa_world* w, float mass, massa_vec3 i)
{
    MAS_TRY(mas_check_float(w, "massa_body_desc.mass", mass, 1e-6f, 1e9f));
    MAS_TRY(mas_check_float(w, "massa_body_desc.inertia.x", i.x, 1e-9f, 1e11f));
    MAS_TRY(mas_check_float(w, "massa_body_desc.inertia.y", i.y, 1e-9f, 1e11f));
    MAS_TRY(mas_check_float(w, "massa_body_desc.inertia.z", i.z, 1e-9f, 1e11f));
    const float slack = 1.0001f; // a flat plate has equality, and rounding
    if (i.x <= slack * (i.y + i.z) && i.y <= slack * (i.z + i.x) && i.z <= slack * (i.x + i.y)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE,
                    "massa_body_desc.inertia (%g, %g, %g) belongs to no body: none may exceed the sum of the others.",
                    (double)i.x, (double)i.y, (double)i.z);
}

// Mass and inertia of a dynamic body: the desc's, or where it says 0 the shape's (1 + slot; 0: none).
static massa_result find_mass(const massa_world* w, const massa_body_desc* d, uint32_t shape, float* mass,
                              massa_vec3* inertia)
{
    const massa_mass ball = { .mass = 1.0f, .inertia = { 0.1f, 0.1f, 0.1f } };
    const massa_mass own  = shape != 0 ? mas_shapes(w->tables)[shape - 1].mass : ball;
    const massa_vec3 i    = d->inertia;
    const bool given      = i.x != 0.0f || i.y != 0.0f || i.z != 0.0f; // NaN too
    *mass                 = d->mass != 0.0f ? d->mass : own.mass;
    *inertia              = given ? i : mas_mass_scaled(own, *mass).inertia;
    return check_mass(w, *mass, *inertia);
}

static massa_result check_locks(const massa_world* w, const char* field, uint32_t locks)
{
    if (locks <= BODY_LOCKS) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "%s is %u, but the bits of massa_axis make %d at most.", field, locks,
                    BODY_LOCKS);
}

static massa_result check_body_desc(const massa_world* w, const massa_body_desc* d)
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_body_desc is null.");
    if (d->cookie != massa_default_body_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_body_desc was not made by massa_default_body_desc.");
    if ((int)d->kind < MASSA_BODY_DYNAMIC || d->kind > MASSA_BODY_STATIC)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_body_kind %d.", (int)d->kind);
    MAS_TRY(mas_check_finite(w, "massa_body_desc.position", d->position, BODY_MAX_POSITION));
    MAS_TRY(mas_check_quat(w, "massa_body_desc.rotation", d->rotation));
    if (d->frame != MASSA_FRAME_BODY && d->frame != MASSA_FRAME_SHAPE)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_frame %d.", (int)d->frame);
    MAS_TRY(mas_check_finite(w, "massa_body_desc.velocity", d->velocity, MAS_MAX_SPEED));
    MAS_TRY(mas_check_finite(w, "massa_body_desc.angular_velocity", d->angular_velocity, MAS_MAX_SPIN));
    MAS_TRY(mas_check_float(w, "massa_body_desc.gravity_scale", d->gravity_scale, -MAS_MAX_GRAVITY_SCALE,
                            MAS_MAX_GRAVITY_SCALE));
    MAS_TRY(mas_check_float(w, "massa_body_desc.linear_damping", d->linear_damping, 0.0f, MAS_MAX_DAMPING));
    MAS_TRY(mas_check_float(w, "massa_body_desc.angular_damping", d->angular_damping, 0.0f, MAS_MAX_DAMPING));
    MAS_TRY(mas_check_float(w, "massa_body_desc.max_speed", d->max_speed, 0.0f, MAS_MAX_SPEED));
    MAS_TRY(mas_check_float(w, "massa_body_desc.max_spin", d->max_spin, 0.0f, MAS_MAX_SPIN));
    MAS_TRY(mas_check_float(w, "massa_body_desc.sleep_speed", d->sleep_speed, 0.0f, MAS_MAX_SLEEP_SPEED));
    return check_locks(w, "massa_body_desc.locks", d->locks);
}

massa_result mas_check_body(const massa_world* w, massa_body_id id, uint32_t* slot)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (mas_find_body(w->tables, id, slot)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_STALE_ID, "The body id 0x%llx is null or its body is gone.",
                    (unsigned long long)id.bits);
}

massa_result mas_edits_full(const massa_world* w)
{
    return mas_fail(w->device, MASSA_ERROR_EDITS_FULL,
                    "capacity.edits is %u: record a step before the next edit, or raise it.", w->desc.capacity.edits);
}

massa_result mas_new_edit(massa_world* w, uint32_t kind, uint32_t target, edit_record** out)
{
    *out = mas_add_edit(w->tables, kind, target);
    return *out != NULL ? MASSA_OK : mas_edits_full(w);
}

static mas_vec4 vec4(massa_vec3 v, float w)
{
    return (mas_vec4){ v.x, v.y, v.z, w };
}

static mas_vec4 quat(massa_quat q)
{
    return (mas_vec4){ q.x, q.y, q.z, q.w };
}

// 1 + the shape's slot, when such a body may have it; before: the same of the shape that it has now, or 0.
static massa_result check_shape(const massa_world* w, bool dynamic, massa_shape_id id, uint32_t* shape, uint32_t before)
{
    const mas_tables* t = w->tables;
    MAS_TRY(mas_check_shape(w, id, shape));
    const mas_shape* s   = &mas_shapes(t)[(*shape)++];
    const uint32_t kind  = s->kind & COLLIDER_KIND_MASK;
    const uint32_t frees = before != 0 ? mas_shapes(t)[before - 1].colliders : 0;
    if (dynamic && s->mass.mass == 0.0f)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "A plane or a hollow shape has no mass: make the body kinematic or "
                        "static.");
    if (t->capacity.liquid > 0 && dynamic)
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "In a world with liquids only static and kinematic bodies can have a shape: liquids do not push "
            "bodies yet.");
    if (t->capacity.particles > 0 && (dynamic || kind > COLLIDER_SPHERE))
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "In a world with particles only static and kinematic bodies can have a shape, and it is a plane, a "
            "box or a sphere: particles do not meet others yet.");
    if (dynamic && t->capacity.pairs == 0)
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "capacity.pairs is MASSA_NONE, so bodies do not meet each other: give it room, or make the body "
            "kinematic or static.");
    if (t->collider.live - frees + s->colliders > t->capacity.colliders)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.colliders is %u, and there is no room for %u more.",
                        t->capacity.colliders, s->colliders);
    if (kind == COLLIDER_PLANE && t->collider.unbounded - mas_is_plane(t, before) == COLLISION_MAX_UNBOUNDED)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "A world has at most %d planes.", COLLISION_MAX_UNBOUNDED);
    return MASSA_OK;
}

// There is room for the edit and for the colliders.
static void set_shape(mas_tables* t, uint32_t slot, uint32_t shape)
{
    mas_add_edit(t, EDIT_BODY_SHAPE, slot)->flags = shape;
    mas_set_body_shape(t, slot, shape);
}

massa_result massa_body_set_shape(massa_world* w, massa_body_id id, massa_shape_id shape_id)
{
    uint32_t slot, shape = 0;
    MAS_TRY(mas_check_body(w, id, &slot));
    const mas_slot* s = &mas_slots(w->tables)[slot];
    if (shape_id.bits != 0) MAS_TRY(check_shape(w, (s->flags & BODY_DYNAMIC) != 0, shape_id, &shape, s->shape));
    if (w->tables->edit_count == w->tables->capacity.edits) return mas_edits_full(w);
    set_shape(w->tables, slot, shape);
    return MASSA_OK;
}

massa_result massa_create_body(massa_world* w, const massa_body_desc* d, massa_body_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_body has nowhere to put the id.");
    MAS_TRY(check_body_desc(w, d));
    mas_tables* t        = w->tables;
    const bool has_shape = d->shape.bits != 0;
    const bool dynamic   = d->kind == MASSA_BODY_DYNAMIC;
    uint32_t slot, shape = 0;
    if (has_shape) MAS_TRY(check_shape(w, dynamic, d->shape, &shape, 0));
    float mass         = 1.0f;
    massa_vec3 inertia = { 1.0f, 1.0f, 1.0f };
    if (dynamic) MAS_TRY(find_mass(w, d, shape, &mass, &inertia));
    massa_pose pose = { d->position, d->rotation };
    if (d->frame == MASSA_FRAME_SHAPE) MAS_TRY(mas_place_by_shape(w, mas_frame_of(t, shape, dynamic), &pose));
    if (t->capacity.edits - t->edit_count < 1u + has_shape) return mas_edits_full(w); // before a slot is taken
    if (!mas_take_slot(t, &slot))
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.bodies is %u, and all are in use.",
                        t->capacity.bodies);

    mas_slot* s = &mas_slots(t)[slot];
    s->user     = d->user;
    s->flags    = BODY_ALIVE | (d->kind == MASSA_BODY_STATIC ? BODY_STATIC : BODY_MOVES) | (dynamic ? BODY_DYNAMIC : 0);
    edit_record* e           = mas_add_edit(t, EDIT_BODY_CREATE, slot);
    e->generation            = s->generation;
    e->flags                 = s->flags | (dynamic ? d->locks << BODY_FLAG_BITS : 0);
    e->user_low              = (uint32_t)d->user;
    e->user_high             = (uint32_t)(d->user >> 32);
    const massa_vec3 inverse = { 1.0f / inertia.x, 1.0f / inertia.y, 1.0f / inertia.z };
    const massa_vec3 none    = { 0 };
    s->inverse_inertia       = dynamic ? inverse : none;
    const bool fixed         = d->kind == MASSA_BODY_STATIC;
    e->data[0]               = vec4(pose.position, dynamic ? 1.0f / mass : 0.0f);
    e->data[1]               = quat(pose.rotation);
    e->data[2]               = vec4(fixed ? none : d->velocity, d->gravity_scale);
    e->data[3]               = vec4(fixed ? none : d->angular_velocity, d->linear_damping);
    e->data[4]               = vec4(s->inverse_inertia, d->angular_damping);
    e->data[5]               = (mas_vec4){ d->max_speed, d->max_spin, d->sleep_speed, 0.0f };
    out->bits                = mas_id(MAS_ID_BODY, slot, s->generation);
    if (has_shape) set_shape(t, slot, shape);
    return MASSA_OK;
}

massa_result massa_destroy_body(massa_world* w, massa_body_id id)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(mas_check_body(w, id, &slot));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_DESTROY, slot, &e));
    mas_free_slot(w->tables, slot);
    return MASSA_OK;
}

// An edit with one or two vectors on a body that has all the flags in need.
static massa_result push(massa_world* w, massa_body_id id, uint32_t kind, uint32_t need, const char* field,
                         massa_vec3 a, float limit, massa_vec3 point)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(mas_check_body(w, id, &slot));
    if ((mas_slots(w->tables)[slot].flags & need) == 0)
    {
        return mas_fail(w->device, MASSA_ERROR_RANGE, "The body is %s: %s moves %s bodies only.",
                        mas_slots(w->tables)[slot].flags & BODY_STATIC ? "static" : "kinematic", field,
                        need == BODY_DYNAMIC ? "dynamic" : "dynamic and kinematic");
    }
    MAS_TRY(mas_check_finite(w, field, a, limit));
    MAS_TRY(mas_check_finite(w, "point", point, BODY_MAX_POSITION));
    MAS_TRY(mas_new_edit(w, kind, slot, &e));
    e->data[0] = vec4(a, 0.0f);
    e->data[1] = vec4(point, 0.0f);
    return MASSA_OK;
}

static const massa_vec3 ORIGIN = { 0 };

massa_result massa_body_set_velocity(massa_world* w, massa_body_id id, massa_vec3 v)
{
    return push(w, id, EDIT_BODY_SET_VELOCITY, BODY_MOVES, "velocity", v, MAS_MAX_SPEED, ORIGIN);
}

massa_result massa_body_set_angular_velocity(massa_world* w, massa_body_id id, massa_vec3 v)
{
    return push(w, id, EDIT_BODY_SET_ANGULAR_VELOCITY, BODY_MOVES, "angular velocity", v, MAS_MAX_SPIN, ORIGIN);
}

massa_result massa_body_apply_impulse(massa_world* w, massa_body_id id, massa_vec3 impulse, massa_vec3 point)
{
    return push(w, id, EDIT_BODY_IMPULSE, BODY_DYNAMIC, "impulse", impulse, MAX_PUSH, point);
}

massa_result massa_body_apply_angular_impulse(massa_world* w, massa_body_id id, massa_vec3 impulse)
{
    return push(w, id, EDIT_BODY_ANGULAR_IMPULSE, BODY_DYNAMIC, "angular impulse", impulse, MAX_PUSH, ORIGIN);
}

massa_result massa_body_apply_force(massa_world* w, massa_body_id id, massa_vec3 force, massa_vec3 point)
{
    return push(w, id, EDIT_BODY_FORCE, BODY_DYNAMIC, "force", force, MAX_PUSH, point);
}

massa_result massa_body_apply_torque(massa_world* w, massa_body_id id, massa_vec3 torque)
{
    return push(w, id, EDIT_BODY_TORQUE, BODY_DYNAMIC, "torque", torque, MAX_PUSH, ORIGIN);
}

static massa_result find_dynamic(const massa_world* w, massa_body_id id, const char* what, uint32_t* slot)
{
    MAS_TRY(mas_check_body(w, id, slot));
    const uint32_t flags = mas_slots(w->tables)[*slot].flags;
    if ((flags & BODY_DYNAMIC) != 0) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "The body is %s: only dynamic bodies have %s.",
                    flags & BODY_STATIC ? "static" : "kinematic", what);
}

massa_result massa_body_set_gravity_scale(massa_world* w, massa_body_id id, float scale)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_dynamic(w, id, "a gravity scale", &slot));
    MAS_TRY(mas_check_float(w, "gravity_scale", scale, -MAS_MAX_GRAVITY_SCALE, MAS_MAX_GRAVITY_SCALE));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_SET_GRAVITY_SCALE, slot, &e));
    e->data[0].x = scale;
    return MASSA_OK;
}

massa_result massa_body_set_damping(massa_world* w, massa_body_id id, float linear, float angular)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_dynamic(w, id, "damping", &slot));
    MAS_TRY(mas_check_float(w, "linear damping", linear, 0.0f, MAS_MAX_DAMPING));
    MAS_TRY(mas_check_float(w, "angular damping", angular, 0.0f, MAS_MAX_DAMPING));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_SET_DAMPING, slot, &e));
    e->data[0] = (mas_vec4){ linear, angular, 0.0f, 0.0f };
    return MASSA_OK;
}

massa_result massa_body_set_limits(massa_world* w, massa_body_id id, float max_speed, float max_spin)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_dynamic(w, id, "limits", &slot));
    MAS_TRY(mas_check_float(w, "max_speed", max_speed, 0.0f, MAS_MAX_SPEED));
    MAS_TRY(mas_check_float(w, "max_spin", max_spin, 0.0f, MAS_MAX_SPIN));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_SET_LIMITS, slot, &e));
    e->data[0] = (mas_vec4){ max_speed, max_spin, 0.0f, 0.0f };
    return MASSA_OK;
}

massa_result massa_body_set_sleep_speed(massa_world* w, massa_body_id id, float sleep_speed)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_dynamic(w, id, "a sleep speed", &slot));
    MAS_TRY(mas_check_float(w, "sleep_speed", sleep_speed, 0.0f, MAS_MAX_SLEEP_SPEED));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_SET_SLEEP_SPEED, slot, &e));
    e->data[0].x = sleep_speed;
    return MASSA_OK;
}

massa_result massa_body_set_locks(massa_world* w, massa_body_id id, uint32_t locks)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_dynamic(w, id, "locks", &slot));
    MAS_TRY(check_locks(w, "locks", locks));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_SET_LOCKS, slot, &e));
    e->flags   = locks;
    e->data[0] = vec4(mas_slots(w->tables)[slot].inverse_inertia, 0.0f);
    return MASSA_OK;
}

massa_result massa_body_wake(massa_world* w, massa_body_id id)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_dynamic(w, id, "sleep to be woken from", &slot));
    return mas_new_edit(w, EDIT_BODY_WAKE, slot, &e);
}

massa_result massa_body_get_user(const massa_world* w, massa_body_id id, uint64_t* out)
{
    if (out != NULL) *out = 0;
    uint32_t slot;
    MAS_TRY(mas_check_body(w, id, &slot));
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_body_get_user has nowhere to put its answer.");
    *out = mas_slots(w->tables)[slot].user;
    return MASSA_OK;
}

uint32_t massa_body_index(massa_body_id id)
{
    return id.bits != 0 ? (uint32_t)id.bits : UINT32_MAX;
}
