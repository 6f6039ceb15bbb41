// Whether tables, or numbers in them, that came from outside can be what massa itself would have made.
#include "range.h"
#include "joints.h"
#include "liquids.h"
#include "shapes.h"
#include "world.h"

const mas_field mas_grains_fields[MAS_GRAINS_FIELDS] = {
    { "massa_grains_desc.radius", 1e-3f, 10.0f }, { "massa_grains_desc.density", 1.0f, 1e5f },
    { "massa_grains_desc.hertz", 0.1f, 1000.0f }, { "massa_grains_desc.damping_ratio", 0.0f, 2.0f },
    { "massa_grains_desc.drag", 0.0f, 1e3f },     { "massa_grains_desc.restitution", 0.0f, 1.0f },
    { "massa_grains_desc.friction", 0.0f, 2.0f },
};

bool mas_body_flags_sound(uint32_t flags)
{
    return flags == (BODY_ALIVE | BODY_STATIC) || flags == (BODY_ALIVE | BODY_MOVES) ||
           flags == (BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC);
}

bool mas_body_limits_sound(uint32_t locks, float max_speed, float max_spin, float sleep_speed)
{
    return locks <= BODY_LOCKS && within(max_speed, 0.0f, MAS_MAX_SPEED) && within(max_spin, 0.0f, MAS_MAX_SPIN) &&
           within(sleep_speed, 0.0f, MAS_MAX_SLEEP_SPEED);
}

// As wide as massa_body_desc.inertia, and a little more for rounding; none unless dynamic.
static bool inertia_sound(mas_vec4 inverse, uint32_t flags)
{
    const bool dynamic = (flags & BODY_DYNAMIC) != 0;
    const float least = dynamic ? 0.99e-11f : 0.0f, most = dynamic ? 1.01e9f : 0.0f;
    return within(inverse.x, least, most) && within(inverse.y, least, most) && within(inverse.z, least, most);
}

static bool fields_sound(const float field[MAS_GRAINS_FIELDS])
{
    for (uint32_t i = 0; i < MAS_GRAINS_FIELDS; ++i)
        if (!within(field[i], mas_grains_fields[i].least, mas_grains_fields[i].most)) return false;
    return true;
}

bool mas_grains_sound(const mas_tables* t, const float field[MAS_GRAINS_FIELDS])
{
    if (!fields_sound(field)) return false;
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
    {
        if (t->grains[i].state != MAS_GRAINS_USED) continue;
        const float other = t->grains[i].field[0];
        if (field[0] > MAS_MAX_RADIUS_RATIO * other || other > MAS_MAX_RADIUS_RATIO * field[0]) return false;
    }
    return true;
}

bool mas_particle_sound(const mas_grains* g, const massa_particle* p)
{
    const float reach = 2.5e5f * g->field[0], speed = 1e4f;
    return within(p->position.x, -reach, reach) && within(p->position.y, -reach, reach) &&
           within(p->position.z, -reach, reach) && within(p->velocity.x, -speed, speed) &&
           within(p->velocity.y, -speed, speed) && within(p->velocity.z, -speed, speed);
}

bool mas_edit_sound(const edit_record* r)
{
    if (r->kind < EDIT_BODY_CREATE || r->kind > EDIT_LAST) return false;
    const float limit = 1e12f; // the largest of them: an impulse
    for (int i = 0; i < EDIT_DATA; ++i)
    {
        const float v[4] = { r->data[i].x, r->data[i].y, r->data[i].z, r->data[i].w };
        for (int k = 0; k < 4; ++k)
            if (!(v[k] >= -limit && v[k] <= limit)) return false; // NaN too
    }
    const float a = r->data[0].x, b = r->data[0].y;
    const bool plain = r->flags == 0 && r->generation == 0;
    switch (r->kind)
    {
    case EDIT_BODY_CREATE:
        return mas_body_flags_sound(r->flags & BODY_FLAGS) &&
               mas_body_limits_sound(r->flags >> BODY_FLAG_BITS, r->data[5].x, r->data[5].y, r->data[5].z) &&
               inertia_sound(r->data[4], r->flags);
    case EDIT_BODY_SET_GRAVITY_SCALE: return within(a, -MAS_MAX_GRAVITY_SCALE, MAS_MAX_GRAVITY_SCALE) && plain;
    case EDIT_BODY_SET_DAMPING: return within(a, 0.0f, MAS_MAX_DAMPING) && within(b, 0.0f, MAS_MAX_DAMPING) && plain;
    case EDIT_BODY_SET_LIMITS: return mas_body_limits_sound(0, a, b, 0.0f) && plain;
    case EDIT_BODY_SET_SLEEP_SPEED: return mas_body_limits_sound(0, 0.0f, 0.0f, a) && plain;
    case EDIT_BODY_SET_LOCKS:
        return r->flags <= BODY_LOCKS && r->generation == 0 && inertia_sound(r->data[0], BODY_DYNAMIC);
    case EDIT_SHAPE_CREATE:
    case EDIT_JOINT_CREATE:
    case EDIT_LIQUID_CREATE:
    case EDIT_EMITTER_CREATE: return true; // looked at when it is played
    case EDIT_JOINT_SET:
    case EDIT_SHAPE_POINTS:
    case EDIT_SHAPE_CHILD:
    case EDIT_BODY_SHAPE: return r->generation == 0;
    case EDIT_GRAINS_CREATE: return r->flags == 0;
    default: return plain;
    }
}

// The edits of a target are one chain: begun by the first one, linked upwards, ended by the slot's last_edit. Those
// that only the host plays stand alone.
static bool edits_sound(const mas_tables* t)
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
        if (e->target >= t->body_count) return false;
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

static bool body_slots_sound(const mas_tables* t)
{
    uint32_t live = 0, loads = 0, unused = 0;
    for (uint32_t i = 0; i < t->body_count; ++i)
    {
        const mas_slot* s = &mas_slots(t)[i];
        if (s->generation == 0 || s->generation > MAS_MAX_GENERATION || s->last_edit > t->edit_count) return false;
        if (s->last_edit != 0 &&
            (mas_edits(t)[s->last_edit - 1].target != i || mas_edits(t)[s->last_edit - 1].kind > EDIT_BODY_LAST))
            return false;
        const massa_vec3 own = s->inverse_inertia;
        if (s->flags != 0 && !mas_body_flags_sound(s->flags)) return false;
        if (!inertia_sound((mas_vec4){ own.x, own.y, own.z, 0.0f }, s->flags)) return false;
        live += s->flags != 0;
    }
    // A free list that visits a slot twice is longer than there are free slots.
    for (uint32_t next = t->free_slot; next != 0; next = mas_slots(t)[next - 1].next_free)
        if (next > t->body_count || mas_slots(t)[next - 1].flags != 0 || ++unused > t->body_count - live) return false;
    for (uint32_t i = 0; i < t->edit_count; ++i)
        loads += mas_edits(t)[i].kind == EDIT_BODY_FORCE || mas_edits(t)[i].kind == EDIT_BODY_TORQUE;
    return live == t->body_live && loads == t->load_count;
}

// A slot's record for the next step says what the slot says.
static bool record_sound(const mas_tables* t, uint32_t slot, const mas_particle_slot* s, const particle_record* r)
{
    const bool lives       = s->life >> 24 != 0;
    const uint32_t layer   = mas_particle_layer(s);
    const massa_particle p = { { r->x, r->y, r->z }, { r->velocity_x, r->velocity_y, r->velocity_z } };
    if (r->generation != (s->life & MAS_MAX_GENERATION)) return false;
    if (r->tag != (lives ? PARTICLE_ALIVE | layer << PARTICLE_LAYER_SHIFT | slot : slot)) return false;
    return !lives || mas_particle_sound(&t->grains[layer], &p);
}

static bool particles_sound(const mas_tables* t)
{
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
    {
        const mas_grains* g = &t->grains[i];
        if (g->state > MAS_GRAINS_LEAVING || g->generation > MAS_MAX_GENERATION) return false;
        if (g->state != MAS_GRAINS_FREE && (g->generation == 0 || !fields_sound(g->field))) return false;
        if (g->state == MAS_GRAINS_USED && !mas_grains_sound(t, g->field)) return false; // one that leaves meets nobody
    }
    uint32_t live = 0, pending = 0;
    for (uint32_t i = 0; i < t->capacity.particles; ++i)
    {
        const mas_particle_slot* s = &mas_particle_slots(t)[i];
        const uint32_t generation  = s->life & MAS_MAX_GENERATION;
        const bool marked = (mas_particle_used(t)[i / 64] >> i % 64 & 1) != 0, lives = s->life >> 24 != 0;
        if (i >= t->particle_count && (marked || s->life != 0 || s->pending != 0)) return false;
        if (marked != (lives || generation == MAS_MAX_GENERATION)) return false;
        if (lives && (generation == 0 || generation == MAS_MAX_GENERATION)) return false;
        if (!marked && i < t->particle_free) return false;
        if (marked && i == t->particle_free) return false;
        if (lives &&
            (mas_particle_layer(s) >= MASSA_MAX_GRAINS || t->grains[mas_particle_layer(s)].state == MAS_GRAINS_FREE))
            return false;
        if (s->pending > t->record_count) return false;
        if (s->pending != 0 && !record_sound(t, i, s, &mas_records(t)[s->pending - 1])) return false;
        live += lives;
        pending += s->pending != 0;
    }
    if (t->capacity.liquid > 0) return live == 0;                  // their records name no slots
    return live == t->particle_live && pending == t->record_count; // so each record names a slot of its own
}

bool mas_tables_sound(const mas_tables* t, const massa_capacity* c)
{
    if (!mas_tables_laid_out(t, c)) return false;
    if (t->body_count > c->bodies || t->edit_count > c->edits || t->watched_count > c->watched ||
        t->shape_count > c->shapes || t->shape_free > c->shapes || t->hull_count > c->hulls ||
        t->child_count > c->children || t->collider_count > c->colliders ||
        t->particle_count > c->particles + c->liquid || t->particle_free > c->particles || t->joint_count > c->joints ||
        t->record_count > mas_record_room(c))
        return false;
    const float most = MAS_MAX_GRAVITY;
    if (!within(t->gravity.x, -most, most) || !within(t->gravity.y, -most, most) || !within(t->gravity.z, -most, most))
        return false;
    for (uint32_t i = 0; i < t->watched_count; ++i)
        if (mas_watched(t)[i].slot >= t->body_count) return false;
    return body_slots_sound(t) && edits_sound(t) && mas_shapes_sound(t) && mas_joints_sound(t) && particles_sound(t) &&
           mas_liquids_sound(t);
}
