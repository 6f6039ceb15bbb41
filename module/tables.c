#include "family.h"
#include "joints.h"
#include "shapes.h"
#include "surface_tables.h"

#include <string.h>

static uint64_t tables_align(uint64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

// Offsets of the arrays of all families, first the small ones, and the size of the block.
void mas_tables_lay_out(mas_tables* t)
{
    uint64_t at = tables_align(sizeof *t);
    for (int small = 1; small >= 0; --small)
    {
        for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
            for (uint32_t k = 0; k < mas_families[f]->host_arrays; ++k)
            {
                const mas_host_array* row = &mas_families[f]->host_array[k];
                if (row->small != (small == 1)) continue;
                t->array[f][k] = at;
                at += tables_align(row->room(t) * row->stride);
            }
        if (small == 1) t->small = at;
    }
    t->bytes = at;
}

uint64_t mas_tables_bytes(const massa_world_desc* d)
{
    mas_tables like     = { .capacity = d->capacity };
    like.surface.count  = d->surface_count;
    like.surface.points = (uint32_t)mas_surface_points(d);
    mas_tables_lay_out(&like);
    return like.bytes;
}

bool mas_tables_laid_out(const mas_tables* t, const massa_capacity* c)
{
    mas_tables like = *t;
    like.capacity   = *c;
    mas_tables_lay_out(&like);
    return memcmp(&like.capacity, &t->capacity, sizeof like.capacity) == 0 && like.bytes == t->bytes &&
           like.small == t->small && memcmp(like.array, t->array, sizeof like.array) == 0;
}

void mas_tables_init(mas_tables* t, const massa_world_desc* desc)
{
    memset(t, 0, mas_tables_bytes(desc));
    t->capacity       = desc->capacity;
    t->surface.count  = desc->surface_count;
    t->surface.points = (uint32_t)mas_surface_points(desc);
    mas_tables_lay_out(t);
    mas_surfaces_init(t, desc);
    t->liquid.spacing = desc->capacity.liquid > 0 ? desc->liquid.spacing : 0.0f;
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

uint32_t mas_neighbour_room(const massa_capacity* c)
{
    // Grains have at most 12 or so that touch, liquids about 60 in reach.
    return c->neighbours > 0 ? c->neighbours : c->liquid > 0 ? 80 : 48;
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

void mas_tables_write(uint8_t* to, const uint64_t array[MAS_FAMILIES][MAS_HOST_ARRAYS], const mas_tables* t)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->host_arrays; ++k)
        {
            const mas_host_array* row = &mas_families[f]->host_array[k];
            memcpy(to + array[f][k], (const uint8_t*)t + t->array[f][k], row->used(t) * row->stride);
        }
}

void mas_tables_copy(mas_tables* to, const mas_tables* from)
{
    const massa_capacity capacity = to->capacity;
    const float spacing           = to->liquid.spacing;
    *to                           = *from;
    to->capacity                  = capacity;
    to->liquid.spacing            = spacing;
    to->joint.joined_changed      = from->joint.apart > 0; // its table may have another size
    mas_tables_lay_out(to);
    mas_tables_write((uint8_t*)to, (const uint64_t(*)[MAS_HOST_ARRAYS])to->array, from);
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
    if (id.bits >> 56 != MAS_ID_BODY || *slot >= t->body.count) return false;
    const mas_slot* s = &mas_slots(t)[*slot];
    return s->flags != 0 && s->generation == mas_id_generation(id.bits);
}

bool mas_take_slot(mas_tables* t, uint32_t* slot)
{
    if (t->body.free != 0)
    {
        *slot        = t->body.free - 1;
        t->body.free = mas_slots(t)[*slot].next_free;
    }
    else if (t->body.count < t->capacity.bodies)
    {
        *slot                          = t->body.count++;
        mas_slots(t)[*slot].generation = 1; // so that no id is 0
    }
    else
    {
        return false;
    }
    ++t->body.live;
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
    --t->body.live;
    if (s->generation == MAS_MAX_GENERATION) return; // the next generation would make old ids valid again
    ++s->generation;
    s->next_free = t->body.free;
    t->body.free = slot + 1;
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
    if (kind == EDIT_BODY_FORCE || kind == EDIT_BODY_TORQUE) ++t->body.loads;
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

void mas_history(mas_tables* t, const void* bytes, size_t size)
{
    t->history = mas_hash_bytes(t->history, bytes, size);
}

void mas_clear_edits(mas_tables* t, float dt)
{
    const uint32_t step[] = { ++t->steps, t->edit_count,
                              t->particle.records }; // so that steps without edits differ too
    mas_history(t, step, sizeof step);
    mas_history(t, &dt, sizeof dt);
    mas_history(t, &t->gravity, sizeof t->gravity);
    mas_history(t, mas_edits(t), t->edit_count * sizeof(edit_record));
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->history != NULL) mas_families[f]->history(t);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->clear != NULL) mas_families[f]->clear(t);
    t->step_gravity = t->gravity;
}
