// Edits of bodies: which can be, and what they do to the tables.
#include "family_rigid.h"
#include "range.h"
#include "shapes.h"
#include "world.h"

#include <string.h>

static bool rigid_create_sound(const edit_record* r)
{
    const mas_vec4 limit = r->data[5], v = r->data[2], spin = r->data[3];
    const bool dynamic = (r->flags & BODY_DYNAMIC) != 0;
    // As wide as massa_body_desc has them; the inverse mass a little more, for rounding.
    if (!within(r->data[0].w, dynamic ? 0.99e-9f : 0.0f, dynamic ? 1.01e6f : 0.0f)) return false;
    if (!within(v.w, -MAS_MAX_GRAVITY_SCALE, MAS_MAX_GRAVITY_SCALE) || !within(spin.w, 0.0f, MAS_MAX_DAMPING) ||
        !within(r->data[4].w, 0.0f, MAS_MAX_DAMPING))
        return false;
    if (!within(v.x, -MAS_MAX_SPEED, MAS_MAX_SPEED) || !within(v.y, -MAS_MAX_SPEED, MAS_MAX_SPEED) ||
        !within(v.z, -MAS_MAX_SPEED, MAS_MAX_SPEED))
        return false;
    if (!within(spin.x, -MAS_MAX_SPIN, MAS_MAX_SPIN) || !within(spin.y, -MAS_MAX_SPIN, MAS_MAX_SPIN) ||
        !within(spin.z, -MAS_MAX_SPIN, MAS_MAX_SPIN))
        return false;
    return mas_body_flags_sound(r->flags & BODY_FLAGS) &&
           mas_body_limits_sound(r->flags >> BODY_FLAG_BITS, limit.x, limit.y, limit.z) &&
           mas_inertia_sound(r->data[4], r->flags);
}

static bool gravity_scale_sound(const edit_record* r)
{
    return within(r->data[0].x, -MAS_MAX_GRAVITY_SCALE, MAS_MAX_GRAVITY_SCALE) && mas_edit_plain(r);
}

static bool rigid_damping_sound(const edit_record* r)
{
    return within(r->data[0].x, 0.0f, MAS_MAX_DAMPING) && within(r->data[0].y, 0.0f, MAS_MAX_DAMPING) &&
           mas_edit_plain(r);
}

static bool rigid_limits_sound(const edit_record* r)
{
    return mas_body_limits_sound(0, r->data[0].x, r->data[0].y, 0.0f) && mas_edit_plain(r);
}

static bool sleep_speed_sound(const edit_record* r)
{
    return mas_body_limits_sound(0, 0.0f, 0.0f, r->data[0].x) && mas_edit_plain(r);
}

static bool rigid_locks_sound(const edit_record* r)
{
    return r->flags <= BODY_LOCKS && r->generation == 0 && mas_inertia_sound(r->data[0], BODY_DYNAMIC);
}

static bool rigid_shape_sound(const edit_record* r)
{
    return r->generation == 0;
}

static bool rigid_play_create(mas_tables* t, const edit_record* r)
{
    uint32_t slot             = r->target;
    const bool fresh          = t->body.free == 0;
    const uint32_t due        = fresh ? t->body.count : t->body.free - 1;
    const uint32_t generation = fresh ? 1 : mas_slots(t)[due].generation;
    if (slot != due || r->generation != generation || !mas_take_slot(t, &slot)) return false;
    mas_slots(t)[slot].flags           = r->flags & BODY_FLAGS;
    mas_slots(t)[slot].user            = (uint64_t)r->user_high << 32 | r->user_low;
    mas_slots(t)[slot].inverse_inertia = (massa_vec3){ r->data[4].x, r->data[4].y, r->data[4].z };
    return true;
}

static bool rigid_lives(const mas_tables* t, const edit_record* r)
{
    return r->target < t->body.count && mas_slots(t)[r->target].flags != 0;
}

static bool rigid_moves(mas_tables* t, const edit_record* r)
{
    return rigid_lives(t, r) && (mas_slots(t)[r->target].flags & BODY_MOVES) != 0;
}

static bool rigid_is_dynamic(mas_tables* t, const edit_record* r)
{
    return rigid_lives(t, r) && (mas_slots(t)[r->target].flags & BODY_DYNAMIC) != 0;
}

static bool rigid_play_destroy(mas_tables* t, const edit_record* r)
{
    return rigid_lives(t, r); // its slot is given back when the edit has joined those of the step
}

static bool rigid_play_pose(mas_tables* t, const edit_record* r)
{
    if (!rigid_lives(t, r)) return false;
    mas_touch_body(t, r->target);
    return true;
}

static bool rigid_play_locks(mas_tables* t, const edit_record* r)
{
    if (!rigid_is_dynamic(t, r)) return false;
    const massa_vec3 inertia = mas_slots(t)[r->target].inverse_inertia; // the first three numbers of the edit
    return memcmp(&inertia, &r->data[0], sizeof inertia) == 0;
}

static bool rigid_play_shape(mas_tables* t, const edit_record* r)
{
    return rigid_lives(t, r) && mas_body_shape_sound(t, &t->capacity, r->target, r->flags) &&
           mas_set_body_shape(t, r->target, r->flags);
}

const mas_edit_row mas_rigid_edits[MAS_RIGID_EDIT_ROWS] = {
    { EDIT_BODY_CREATE, rigid_create_sound, rigid_play_create },
    { EDIT_BODY_DESTROY, mas_edit_plain, rigid_play_destroy },
    { EDIT_BODY_SET_POSE, mas_edit_plain, rigid_play_pose },
    { EDIT_BODY_SET_VELOCITY, mas_edit_plain, rigid_moves },
    { EDIT_BODY_SET_ANGULAR_VELOCITY, mas_edit_plain, rigid_moves },
    { EDIT_BODY_IMPULSE, mas_edit_plain, rigid_is_dynamic },
    { EDIT_BODY_ANGULAR_IMPULSE, mas_edit_plain, rigid_is_dynamic },
    { EDIT_BODY_FORCE, mas_edit_plain, rigid_is_dynamic },
    { EDIT_BODY_TORQUE, mas_edit_plain, rigid_is_dynamic },
    { EDIT_BODY_SET_GRAVITY_SCALE, gravity_scale_sound, rigid_is_dynamic },
    { EDIT_BODY_SET_DAMPING, rigid_damping_sound, rigid_is_dynamic },
    { EDIT_BODY_SET_LIMITS, rigid_limits_sound, rigid_is_dynamic },
    { EDIT_BODY_SET_SLEEP_SPEED, sleep_speed_sound, rigid_is_dynamic },
    { EDIT_BODY_SET_LOCKS, rigid_locks_sound, rigid_play_locks },
    { EDIT_BODY_WAKE, mas_edit_plain, rigid_is_dynamic },
    { EDIT_BODY_SHAPE, rigid_shape_sound, rigid_play_shape },
};
