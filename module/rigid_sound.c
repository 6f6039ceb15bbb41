// Whether bodies and edits that came from outside can be what massa itself would have made.
#include "family_rigid.h"
#include "sound.h"
#include "world.h"

// The edits of a target are one chain: begun by the first one, linked upwards, ended by the slot's last_edit. Those
// that only the host plays stand alone.
bool mas_edits_sound(const mas_tables* t)
{
    uint32_t begins = 0, ends = 0;
    for (uint32_t i = 0; i < t->edit_count; ++i)
    {
        const edit_record* e = &mas_edits(t)[i];
        if (!mas_edit_sound(e)) return false;
        if (e->kind > EDIT_BODY_LAST)
        {
            if (e->first != 0 || e->next != 0) return false;
            continue;
        }
        if (e->target >= t->body.count) return false;
        begins += e->first != 0;
        ends += e->next == 0;
        if (e->next == 0 && mas_slots(t)[e->target].last_edit != i + 1) return false;
        if (e->next == 0) continue;
        if (e->next <= i + 1 || e->next > t->edit_count) return false;
        const edit_record* next = &mas_edits(t)[e->next - 1];
        if (next->kind > EDIT_BODY_LAST || next->target != e->target || next->first != 0) return false;
    }
    return begins == ends;
}

bool mas_bodies_sound(const mas_tables* t)
{
    uint32_t live = 0, loads = 0, unused = 0;
    for (uint32_t i = 0; i < t->body.count; ++i)
    {
        const mas_slot* s = &mas_slots(t)[i];
        if (s->generation == 0 || s->generation > MAS_MAX_GENERATION || s->last_edit > t->edit_count) return false;
        if (s->last_edit != 0 &&
            (mas_edits(t)[s->last_edit - 1].target != i || mas_edits(t)[s->last_edit - 1].kind > EDIT_BODY_LAST))
            return false;
        const massa_vec3 own = s->inverse_inertia;
        if (s->flags != 0 && !mas_body_flags_sound(s->flags)) return false;
        if (!mas_inertia_sound((mas_vec4){ own.x, own.y, own.z, 0.0f }, s->flags)) return false;
        live += s->flags != 0;
    }
    // A free list that visits a slot twice is longer than there are free slots.
    for (uint32_t next = t->body.free; next != 0; next = mas_slots(t)[next - 1].next_free)
        if (next > t->body.count || mas_slots(t)[next - 1].flags != 0 || ++unused > t->body.count - live) return false;
    for (uint32_t i = 0; i < t->edit_count; ++i)
        loads += mas_edits(t)[i].kind == EDIT_BODY_FORCE || mas_edits(t)[i].kind == EDIT_BODY_TORQUE;
    return live == t->body.live && loads == t->body.loads;
}

static bool pose_sound(const uint8_t* at)
{
    body_pose p;
    memcpy(&p, at, sizeof p);
    const mas_vec4 x = p.position, q = p.rotation;
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, far = BODY_MAX_POSITION;
    return fabsf(x.x) <= far && fabsf(x.y) <= far && fabsf(x.z) <= far && x.w == 0.0f && // false for NaN
           (squared == 0.0f || (squared >= 0.999f && squared <= 1.001f));
}

static bool trait_sound(const uint8_t* at)
{
    body_trait t;
    memcpy(&t, at, sizeof t);
    return mas_all_finite(&t.gravity_scale, 3) &&
           mas_body_limits_sound(t.locks, t.max_speed, t.max_spin, t.sleep_speed);
}

// Bodies are where bodies can be, and all their numbers are: what is found of them is kept from step to step.
bool mas_bodies_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_bodies* b = &w->simulation->rigid->bodies;
    for (uint32_t i = 0; i < t->body.count; ++i)
    {
        if (!pose_sound(state + b->pose.offset + i * sizeof(body_pose)) ||
            !pose_sound(state + b->previous.offset + i * sizeof(body_pose)) ||
            !mas_all_finite(state + b->motion.offset + i * sizeof(body_motion), sizeof(body_motion) / sizeof(float)) ||
            !mas_all_finite(state + b->mass.offset + i * sizeof(body_mass), sizeof(body_mass) / sizeof(float)) ||
            !mas_all_finite(state + b->load.offset + i * sizeof(body_load), sizeof(body_load) / sizeof(float)) ||
            !trait_sound(state + b->trait.offset + i * sizeof(body_trait)))
            return false;
    }
    return true;
}
