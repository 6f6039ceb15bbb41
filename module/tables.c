#include "joints.h"
#include "liquids.h"
#include "shapes.h"
#include "surface_tables.h"

#include <string.h>

static uint64_t align(uint64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

// Fills in the offsets of all arrays, and the size of the block.
void mas_tables_lay_out(mas_tables* t)
{
    const massa_capacity* c  = &t->capacity;
    const uint64_t particles = c->particles, records = mas_record_room(c);
    t->collider_offset   = align(sizeof(mas_tables));
    t->shape_offset      = t->collider_offset + align(c->colliders * (uint64_t)sizeof(mas_collider_slot));
    t->hull_offset       = t->shape_offset + align(c->shapes * (uint64_t)sizeof(mas_shape));
    t->child_offset      = t->hull_offset + align(c->hulls * (uint64_t)sizeof(hull_data));
    t->joint_offset      = t->child_offset + align(c->children * (uint64_t)sizeof(mas_child));
    t->joint_list_offset = t->joint_offset + align(c->joints * (uint64_t)sizeof(mas_joint_slot));
    t->slot_offset       = t->joint_list_offset + align((c->joints > 0 ? c->bodies : 0) * (uint64_t)sizeof(uint32_t));
    t->edit_offset       = t->slot_offset + align(c->bodies * (uint64_t)sizeof(mas_slot));
    t->watched_offset    = t->edit_offset + align(c->edits * (uint64_t)sizeof(edit_record));
    t->particle_offset   = t->watched_offset + align(c->watched * (uint64_t)sizeof(watch_entry));
    t->used_offset       = t->particle_offset + align(particles * sizeof(mas_particle_slot));
    t->record_offset     = t->used_offset + align((particles + 63) / 64 * sizeof(uint64_t));
    t->surface_offset    = t->record_offset + align(records * sizeof(particle_record));
    t->point_offset      = t->surface_offset + align(t->surface_count * (uint64_t)sizeof(mas_surface_slot));
    t->bytes             = t->point_offset + align(t->surface_points * (uint64_t)sizeof(massa_vec3));
}

uint64_t mas_tables_bytes(const massa_world_desc* d)
{
    mas_tables like;
    like.capacity       = d->capacity;
    like.surface_count  = d->surface_count;
    like.surface_points = (uint32_t)mas_surface_points(d);
    mas_tables_lay_out(&like);
    return like.bytes;
}

bool mas_tables_laid_out(const mas_tables* t, const massa_capacity* c)
{
    mas_tables like = *t;
    like.capacity   = *c;
    mas_tables_lay_out(&like);
    return memcmp(&like, t, sizeof like) == 0;
}

void mas_tables_init(mas_tables* t, const massa_world_desc* desc)
{
    memset(t, 0, mas_tables_bytes(desc));
    t->capacity       = desc->capacity;
    t->surface_count  = desc->surface_count;
    t->surface_points = (uint32_t)mas_surface_points(desc);
    mas_tables_lay_out(t);
    mas_surfaces_init(t, desc);
    t->spacing = desc->capacity.liquid > 0 ? desc->liquid.spacing : 0.0f;
    t->gravity = t->step_gravity = desc->gravity;
    const mas_settings settings  = mas_settings_of(desc);
    t->history                   = mas_hash_bytes(0, &settings, sizeof settings);
}

uint32_t mas_event_room(const massa_capacity* c)
{
    const uint32_t least = 1024, most = 16384;
    if (c->events > 0) return c->events;
    return c->bodies < least / 4 ? least : c->bodies > most / 4 ? most : 4 * c->bodies; // a heap put down at once
}

uint32_t mas_record_room(const massa_capacity* c)
{
    return c->particles > 0 || c->liquid > 0 ? c->particle_edits : 0;
}

mas_settings mas_settings_of(const massa_world_desc* d)
{
    const massa_liquid_settings none = { 0 }, *l = d->capacity.liquid > 0 ? &d->liquid : &none;
    return (mas_settings){
        .substeps          = d->substeps,
        .broad_phase       = (uint32_t)d->broad_phase,
        .contact_margin    = d->contact_margin,
        .contact_hertz     = d->contact_hertz,
        .contact_damping   = d->contact_damping,
        .push_out_speed    = d->push_out_speed,
        .restitution_speed = d->restitution_speed,
        .mass_guard        = d->mass_guard,
        .joint_sweeps      = d->joint_sweeps,
        .sleeps            = d->sleep,
        .schedule          = (uint32_t)d->schedule,
        .sleep_time        = d->sleep_time,
        .surfaces          = mas_surfaces_hash(d),
        .solver            = (uint32_t)l->solver,
        .iterations        = l->iterations,
        .max_parts         = l->max_parts,
        .explicit_steps    = l->explicit_steps,
        .spacing           = l->spacing,
        .depth             = l->depth,
        .stiffness         = l->stiffness,
        .exponent          = l->exponent,
        .smoothing         = l->smoothing,
    };
}

void mas_tables_copy(mas_tables* to, const mas_tables* from)
{
    const massa_capacity capacity = to->capacity;
    const float spacing           = to->spacing;
    *to                           = *from;
    to->capacity                  = capacity;
    to->spacing                   = spacing;
    to->joined_changed            = from->joints_apart > 0; // its table may have another size
    mas_tables_lay_out(to);
    memcpy(mas_collider_slots(to), mas_collider_slots(from), from->collider_count * sizeof(mas_collider_slot));
    memcpy(mas_hulls(to), mas_hulls(from), from->hull_count * sizeof(hull_data));
    memcpy(mas_children(to), mas_children(from), from->child_count * sizeof(mas_child));
    memcpy(mas_joints(to), mas_joints(from), from->joint_count * sizeof(mas_joint_slot));
    if (from->joint_count > 0) // else a world without them has no lists
        memcpy(mas_joint_lists(to), mas_joint_lists(from), from->body_count * sizeof(uint32_t));
    memcpy(mas_shapes(to), mas_shapes(from), from->shape_count * sizeof(mas_shape));
    memcpy(mas_slots(to), mas_slots(from), from->body_count * sizeof(mas_slot));
    memcpy(mas_edits(to), mas_edits(from), from->edit_count * sizeof(edit_record));
    memcpy(mas_watched(to), mas_watched(from), from->watched_count * sizeof(watch_entry));
    memcpy(mas_particle_slots(to), mas_particle_slots(from), from->particle_count * sizeof(mas_particle_slot));
    memcpy(mas_particle_used(to), mas_particle_used(from), (from->particle_count + 63) / 64 * sizeof(uint64_t));
    memcpy(mas_records(to), mas_records(from), from->record_count * sizeof(particle_record));
    memcpy(mas_surface_slots(to), mas_surface_slots(from), from->surface_count * sizeof(mas_surface_slot));
    memcpy(mas_cage_points(to), mas_cage_points(from), from->surface_points * sizeof(massa_vec3));
}

uint64_t mas_id(mas_id_kind kind, uint32_t slot, uint32_t generation)
{
    return (uint64_t)kind << 56 | (uint64_t)generation << 32 | slot;
}

uint32_t mas_id_generation(uint64_t id)
{
    return id >> 32 & MAS_MAX_GENERATION;
}

bool mas_find_body(const mas_tables* t, massa_body_id id, uint32_t* slot)
{
    *slot = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_BODY || *slot >= t->body_count) return false;
    const mas_slot* s = &mas_slots(t)[*slot];
    return s->flags != 0 && s->generation == mas_id_generation(id.bits);
}

bool mas_take_slot(mas_tables* t, uint32_t* slot)
{
    if (t->free_slot != 0)
    {
        *slot        = t->free_slot - 1;
        t->free_slot = mas_slots(t)[*slot].next_free;
    }
    else if (t->body_count < t->capacity.bodies)
    {
        *slot                          = t->body_count++;
        mas_slots(t)[*slot].generation = 1; // so that no id is 0
    }
    else
    {
        return false;
    }
    ++t->body_live;
    mas_slots(t)[*slot].next_free = 0;
    return true;
}

void mas_free_slot(mas_tables* t, uint32_t slot)
{
    mas_slot* s = &mas_slots(t)[slot];
    mas_set_body_shape(t, slot, 0);
    mas_drop_body_joints(t, slot);
    s->flags           = 0;
    s->user            = 0;
    s->inverse_inertia = (massa_vec3){ 0 };
    --t->body_live;
    if (s->generation == MAS_MAX_GENERATION) return; // the next generation would make old ids valid again
    ++s->generation;
    s->next_free = t->free_slot;
    t->free_slot = slot + 1;
}

static bool is_played(uint32_t kind)
{
    return kind <= EDIT_BODY_LAST;
}

edit_record* mas_add_edit(mas_tables* t, uint32_t kind, uint32_t target)
{
    if (t->edit_count == t->capacity.edits) return NULL;
    const uint32_t index = t->edit_count++;
    edit_record* e       = &mas_edits(t)[index];
    *e                   = (edit_record){ .kind = kind, .target = target };
    if (!is_played(kind)) return e;
    mas_slot* s = &mas_slots(t)[target];
    e->first    = s->last_edit == 0;
    if (s->last_edit != 0) mas_edits(t)[s->last_edit - 1].next = index + 1;
    s->last_edit = index + 1;
    if (kind == EDIT_BODY_FORCE || kind == EDIT_BODY_TORQUE) ++t->load_count;
    return e;
}

uint64_t mas_hash_bytes(uint64_t start, const void* bytes, size_t size)
{
    const uint8_t* at = bytes;
    uint64_t h        = start ^ 0x9e3779b97f4a7c15u ^ size;
    for (size_t left = size; left > 0; left -= left < 8 ? left : 8, at += 8)
    {
        uint64_t word = 0;
        memcpy(&word, at, left < 8 ? left : 8);
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

void mas_clear_edits(mas_tables* t, float dt)
{
    const uint32_t step[] = { ++t->steps, t->edit_count, t->record_count }; // so that steps without edits differ too
    t->history            = mas_hash_bytes(t->history, step, sizeof step);
    t->history            = mas_hash_bytes(t->history, &dt, sizeof dt);
    t->history            = mas_hash_bytes(t->history, &t->gravity, sizeof t->gravity);
    t->history            = mas_hash_bytes(t->history, mas_edits(t), t->edit_count * sizeof(edit_record));
    t->history            = mas_hash_bytes(t->history, mas_records(t), t->record_count * sizeof(particle_record));
    t->history            = mas_surfaces_history(t, t->history);
    for (uint32_t i = 0; i < t->edit_count; ++i)
        if (is_played(mas_edits(t)[i].kind)) mas_slots(t)[mas_edits(t)[i].target].last_edit = 0;
    t->step_gravity      = t->gravity;
    t->edit_count        = 0;
    t->load_count        = 0;
    t->colliders_changed = t->hulls_changed = t->joints_changed = (mas_changed){ 0, 0 };
    t->joined_changed                                           = 0;
    if (t->capacity.liquid > 0)
        mas_clear_liquids(t);
    else
        mas_clear_records(t);
    mas_clear_surfaces(t);
}
