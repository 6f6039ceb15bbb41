// Recording: each step becomes one block of its parameters, edits and particle records. Replaying sends the edits
// through the same tables, so that ids come out as they did. A block knows the history it continues, so one that is
// damaged, missing, repeated or of another world is refused. Blocks may come from strangers: what a call would refuse
// is refused here too, and the tables go back to what they were.
#include "replay.h"
#include "joints.h"
#include "liquids.h"
#include "shapes.h"
#include "surface_tables.h"

#include <stddef.h>
#include <string.h>

enum
{
    BLOCK_CHECKED = offsetof(block_header, before)
};

// Replay keeps here what playing changes: the small tables, then a slot per edit.
static size_t undo_bytes(const massa_capacity* c)
{
    mas_tables like;
    like.capacity = *c;
    mas_tables_lay_out(&like);
    return like.slot_offset + c->edits * sizeof(mas_slot);
}

size_t mas_block_size(const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    const size_t records    = mas_record_room(c);
    const size_t block = sizeof(block_header) + c->edits * sizeof(edit_record) + records * sizeof(particle_record) +
                         mas_surface_edits_room(d);
    return block > undo_bytes(c) ? block : undo_bytes(c);
}

void mas_block_write(massa_world* w, const massa_step_desc* desc)
{
    const mas_tables* t = w->tables;
    const size_t edits = t->edit_count * sizeof(edit_record), records = t->record_count * sizeof(particle_record);
    const size_t size = sizeof(block_header) + edits + records + mas_surface_edits_size(t);
    block_header h    = {
           .magic         = BLOCK_MAGIC,
           .version       = BLOCK_VERSION,
           .before        = t->history,
           .steps         = t->steps,
           .edit_count    = t->edit_count,
           .record_count  = t->record_count,
           .surface_count = mas_surface_edits_write(t, w->record_block + sizeof h + edits + records),
           .dt            = desc->dt,
           .hash          = desc->hash,
           .gravity       = t->gravity,
    };
    memcpy(w->record_block, &h, sizeof h);
    memcpy(w->record_block + sizeof h, mas_edits(t), edits);
    memcpy(w->record_block + sizeof h + edits, mas_records(t), records);
    h.checksum = mas_hash_bytes(0, w->record_block + BLOCK_CHECKED, size - BLOCK_CHECKED);
    memcpy(w->record_block, &h, sizeof h);
    w->record(w->record_user, w->record_block, size);
}

massa_result massa_world_set_recorder(massa_world* w, massa_record_fn fn, void* user)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    w->record      = fn;
    w->record_user = user;
    return MASSA_OK;
}

// Of what comes before the surfaces.
static uint64_t plain_size(const block_header* h)
{
    return sizeof *h + h->edit_count * (uint64_t)sizeof(edit_record) +
           h->record_count * (uint64_t)sizeof(particle_record);
}

static massa_result read_header(const massa_world* w, const void* block, size_t size, block_header* h)
{
    if (size < sizeof *h)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The block is too short to be a recorded step.");
    memcpy(h, block, sizeof *h);
    if (h->magic != BLOCK_MAGIC || h->version != BLOCK_VERSION)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The block is not a step recorded by this version of massa.");
    if (size < plain_size(h) || (h->surface_count == 0 && size != plain_size(h)) ||
        h->checksum != mas_hash_bytes(0, (const uint8_t*)block + BLOCK_CHECKED, size - BLOCK_CHECKED))
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The recorded step is damaged or was cut short.");
    if (h->edit_count > w->desc.capacity.edits)
    {
        return mas_fail(w->device, MASSA_ERROR_EDITS_FULL, "The recorded step has %u edits, but capacity.edits is %u.",
                        h->edit_count, w->desc.capacity.edits);
    }
    const uint32_t room = mas_record_room(&w->desc.capacity);
    if (h->record_count > room)
    {
        return mas_fail(w->device, MASSA_ERROR_EDITS_FULL,
                        "The recorded step has %u particles, but capacity.particle_edits is %u.", h->record_count,
                        room);
    }
    if (w->tables->edit_count != 0 || w->tables->record_count != 0 || w->tables->surfaces_pending != 0)
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The world has edits of its own pending: replay starts between steps.");
    if (w->tables->history != h->before || w->tables->steps != h->steps)
    {
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The recorded step does not continue this world's history: replay all steps in their order.");
    }
    return MASSA_OK;
}

// What such a body takes.
static bool may_get(uint32_t kind, uint32_t flags)
{
    if (kind == EDIT_BODY_SET_VELOCITY || kind == EDIT_BODY_SET_ANGULAR_VELOCITY) return (flags & BODY_MOVES) != 0;
    return kind < EDIT_BODY_IMPULSE || kind == EDIT_BODY_SHAPE || (flags & BODY_DYNAMIC) != 0;
}

// An edit that cannot be changes no slot. The tables as they were before the first edits were played: in record_block,
// which is not in use before the step is written there.
static mas_slot* kept_slots(const massa_world* w)
{
    return (mas_slot*)(w->record_block + w->tables->slot_offset);
}

static void roll_back(massa_world* w, uint32_t played)
{
    mas_tables* t = w->tables;
    for (uint32_t i = played; i-- > 0;)
    {
        const edit_record* e = &mas_edits(t)[i];
        if (e->kind <= EDIT_BODY_SHAPE) mas_slots(t)[e->target] = kept_slots(w)[i];
    }
    memcpy(t, w->record_block, t->slot_offset);
}

static bool play_body(mas_tables* t, const edit_record* r)
{
    uint32_t slot = r->target;
    if (slot >= t->capacity.bodies) return false;
    if (r->kind == EDIT_BODY_CREATE)
    {
        const bool fresh          = t->free_slot == 0;
        const uint32_t due        = fresh ? t->body_count : t->free_slot - 1;
        const uint32_t generation = fresh ? 1 : mas_slots(t)[due].generation;
        if (slot != due || r->generation != generation || !mas_take_slot(t, &slot)) return false;
        mas_slots(t)[slot].flags           = r->flags & BODY_FLAGS;
        mas_slots(t)[slot].user            = (uint64_t)r->user_high << 32 | r->user_low;
        mas_slots(t)[slot].inverse_inertia = (massa_vec3){ r->data[4].x, r->data[4].y, r->data[4].z };
        return true;
    }
    if (slot >= t->body_count) return false;
    const uint32_t flags = mas_slots(t)[slot].flags;
    if (flags == 0 || !may_get(r->kind, flags)) return false;
    const massa_vec3 inertia = mas_slots(t)[slot].inverse_inertia; // its first three numbers are the edit's
    if (r->kind == EDIT_BODY_SET_LOCKS && memcmp(&inertia, &r->data[0], sizeof inertia) != 0) return false;
    if (r->kind == EDIT_BODY_SET_POSE) mas_touch_body(t, slot);
    if (r->kind != EDIT_BODY_SHAPE) return true;
    return mas_body_shape_sound(t, &t->capacity, slot, r->flags) && mas_set_body_shape(t, slot, r->flags);
}

static bool play_shape(mas_tables* t, const edit_record* r)
{
    massa_vec3 point[EDIT_DATA];
    char reason[200];
    if (r->target >= t->capacity.shapes) return false;
    switch (r->kind)
    {
    case EDIT_SHAPE_POINTS:
        for (uint32_t i = 0; i < EDIT_DATA; ++i)
            point[i] = (massa_vec3){ r->data[i].x, r->data[i].y, r->data[i].z };
        return r->flags <= EDIT_DATA && mas_stage_points(t, point, r->flags);
    case EDIT_SHAPE_CHILD:
    {
        const mas_pose pose = { { r->data[0].x, r->data[0].y, r->data[0].z },
                                { r->data[1].x, r->data[1].y, r->data[1].z, r->data[1].w } };
        return mas_child_pose_sound(&pose) && mas_stage_child(t, r->flags, pose);
    }
    case EDIT_SHAPE_CREATE:
    {
        const mas_shape s = mas_shape_from_edit(r);
        return r->target == mas_vacant_shape(t) && mas_shape_sound(&s) &&
               mas_make_shape(t, r->target, &s, reason, sizeof reason) &&
               r->generation == mas_shapes(t)[r->target].generation;
    }
    default:
        if (r->target >= t->shape_count || mas_shapes(t)[r->target].kind == 0 || mas_shapes(t)[r->target].users > 0)
            return false;
        mas_drop_shape(t, r->target);
        return true;
    }
}

static bool play_grains(mas_tables* t, const edit_record* r)
{
    const float field[MAS_GRAINS_FIELDS] = { r->data[0].x, r->data[0].y, r->data[0].z, r->data[0].w,
                                             r->data[1].x, r->data[1].y, r->data[1].z };
    const bool comes                     = r->kind == EDIT_GRAINS_CREATE;
    if (r->target >= MASSA_MAX_GRAINS || (comes && t->capacity.particles == 0)) return false;
    if (comes ? r->target != mas_vacant_grains(t) || !mas_grains_sound(t, field)
              : t->grains[r->target].state != MAS_GRAINS_USED)
        return false;
    mas_set_grains(t, r->target, comes ? field : NULL);
    return !comes || r->generation == t->grains[r->target].generation;
}

static bool play_joint(mas_tables* t, const edit_record* r)
{
    if (r->kind == EDIT_JOINT_CREATE)
    {
        const mas_joint_slot j = mas_joint_from_edit(r);
        if (r->target != mas_vacant_joint(t) || r->target == UINT32_MAX || !mas_joint_sound(t, &j)) return false;
        mas_make_joint(t, r->target, &j);
        return r->generation == mas_joints(t)[r->target].generation;
    }
    if (r->target >= t->joint_count || mas_joints(t)[r->target].kind == 0) return false;
    if (r->kind == EDIT_JOINT_DESTROY) return mas_drop_joint(t, r->target), true;
    mas_joint_slot j = mas_joints(t)[r->target];
    j.hertz          = r->data[0].x;
    j.damping        = r->data[0].y;
    j.length         = r->data[0].z;
    j.collide        = r->flags;
    if (!mas_joint_sound(t, &j)) return false;
    mas_set_joint(t, r->target, j.hertz, j.damping, j.length, j.collide);
    return true;
}

static bool play_liquid(mas_tables* t, const edit_record* r)
{
    const mas_liquid_slot l = mas_liquid_from_edit(r);
    if (r->kind == EDIT_LIQUID_CREATE)
    {
        if (t->capacity.liquid == 0 || r->target != mas_vacant_liquid(t) || r->target == UINT32_MAX ||
            !mas_liquid_sound(&l))
            return false;
        mas_make_liquid(t, r->target, &l);
        return r->generation == t->liquids[r->target].generation;
    }
    if (r->target >= MASSA_MAX_LIQUIDS || t->liquids[r->target].state != MAS_GRAINS_USED) return false;
    mas_drop_liquid(t, r->target);
    return true;
}

static bool play_emitter(mas_tables* t, const edit_record* r)
{
    mas_emitter_slot e = mas_emitter_from_edit(r);
    if (r->kind == EDIT_EMITTER_CREATE)
    {
        if (t->capacity.liquid == 0 || r->target != mas_vacant_emitter(t) || r->target == UINT32_MAX ||
            !mas_emitter_sound(t, &e))
            return false;
        mas_make_emitter(t, r->target, &e);
        return r->generation == t->emitters[r->target].generation;
    }
    if (r->target >= MASSA_MAX_EMITTERS || t->emitters[r->target].liquid == 0) return false;
    if (r->kind == EDIT_EMITTER_DESTROY) return mas_drop_emitter(t, r->target), true;
    const mas_emitter_slot now = t->emitters[r->target];
    e.liquid                   = now.liquid;
    e.radius                   = now.radius;
    if (!mas_emitter_sound(t, &e)) return false;
    t->emitters[r->target].position  = e.position;
    t->emitters[r->target].direction = e.direction;
    t->emitters[r->target].speed     = e.speed;
    return true;
}

// Who plays an edit of a kind.
static bool play_target(mas_tables* t, const edit_record* r)
{
    return r->kind <= EDIT_BODY_SHAPE       ? play_body(t, r)
           : r->kind <= EDIT_SHAPE_DESTROY  ? play_shape(t, r)
           : r->kind <= EDIT_GRAINS_DESTROY ? play_grains(t, r)
           : r->kind <= EDIT_JOINT_SET      ? play_joint(t, r)
           : r->kind <= EDIT_LIQUID_DESTROY ? play_liquid(t, r)
                                            : play_emitter(t, r);
}

bool mas_play_edit(mas_tables* t, const edit_record* r)
{
    if (!mas_edit_sound(r) || !play_target(t, r)) return false;
    edit_record* e = mas_add_edit(t, r->kind, r->target);
    e->generation  = r->generation;
    e->flags       = r->flags;
    e->user_low    = r->user_low;
    e->user_high   = r->user_high;
    memcpy(e->data, r->data, sizeof e->data);
    if (r->kind == EDIT_BODY_DESTROY) mas_free_slot(t, r->target);
    return true;
}

// Each record names a slot of its own, for a particle that could be. Marks the slots; nothing else changes yet.
static bool mark_record(mas_tables* t, const particle_record* r)
{
    const uint32_t slot = r->tag & PARTICLE_SLOT_MASK, layer = r->tag >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
    const massa_particle p = { { r->x, r->y, r->z }, { r->velocity_x, r->velocity_y, r->velocity_z } };
    if (slot >= t->capacity.particles || mas_particle_slots(t)[slot].pending != 0) return false;
    const uint32_t life  = mas_particle_slots(t)[slot].life;
    const uint32_t least = (life & MAS_MAX_GENERATION) + (life >> 24 != 0); // whoever lives there leaves first
    const bool lives     = (r->tag & PARTICLE_ALIVE) != 0;
    if (r->generation < least || r->generation == 0 || r->generation > MAS_MAX_GENERATION) return false;
    if ((r->tag & ~(PARTICLE_ALIVE | PARTICLE_LAYER_MASK << PARTICLE_LAYER_SHIFT | PARTICLE_SLOT_MASK)) != 0)
        return false;
    if (lives && (r->generation == MAS_MAX_GENERATION || t->grains[layer].state == MAS_GRAINS_FREE ||
                  !mas_particle_sound(&t->grains[layer], &p)))
        return false;
    particle_record* own = mas_record_particle(t, slot);
    *own                 = *r;
    return true;
}

// Of liquids: records name no slots, and nothing but their number is to be undone.
static bool play_drops(mas_tables* t, const uint8_t* records, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        particle_record r;
        memcpy(&r, records + i * sizeof r, sizeof r);
        if (!mas_drop_record_sound(t, &r)) return false;
        mas_records(t)[t->record_count++] = r;
    }
    return true;
}

bool mas_play_records(mas_tables* t, const uint8_t* records, uint32_t count)
{
    if (t->capacity.liquid > 0) return play_drops(t, records, count);
    bool good = true;
    for (uint32_t i = 0; i < count && good; ++i)
    {
        particle_record r;
        memcpy(&r, records + i * sizeof r, sizeof r);
        good = mark_record(t, &r);
    }
    for (uint32_t i = 0; i < t->record_count; ++i)
    {
        const particle_record* r = &mas_records(t)[i];
        if (good)
            mas_settle_particle(t, r);
        else
            mas_particle_slots(t)[r->tag & PARTICLE_SLOT_MASK].pending = 0;
    }
    return good;
}

massa_result massa_cmd_replay(massa_world* w, VkCommandBuffer cmd, const void* block, size_t size)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (block == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The recorded step is null.");
    block_header h;
    MAS_TRY(read_header(w, block, size, &h));
    massa_step_desc desc = massa_default_step_desc();
    desc.dt              = h.dt;
    desc.hash            = h.hash != 0;
    MAS_TRY(mas_check_step(w, cmd, &desc));
    MAS_TRY(mas_check_finite(w, "The recorded gravity", h.gravity, MAS_MAX_GRAVITY));
    const uint8_t* surfaces = (const uint8_t*)block + plain_size(&h);
    if (!mas_surface_edits_sound(w->tables, surfaces, size - plain_size(&h), h.surface_count))
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "Points of a surface of the recorded step cannot be: the block was forged.");
    memcpy(w->record_block, w->tables, w->tables->slot_offset);
    const uint8_t *edits = (const uint8_t*)block + sizeof h, *records = edits + h.edit_count * sizeof(edit_record);
    for (uint32_t i = 0; i < h.edit_count; ++i)
    {
        edit_record r;
        memcpy(&r, edits + i * sizeof r, sizeof r);
        if (r.kind <= EDIT_BODY_SHAPE && r.target < w->desc.capacity.bodies)
            kept_slots(w)[i] = mas_slots(w->tables)[r.target];
        if (mas_play_edit(w->tables, &r)) continue;
        roll_back(w, i);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "Edit %u of the recorded step cannot be: the block was forged.", i);
    }
    if (w->tables->stage_count != 0)
    {
        roll_back(w, h.edit_count);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The recorded step has pieces of a shape, but not the shape: the block was forged.");
    }
    if (!mas_play_records(w->tables, records, h.record_count))
    {
        roll_back(w, h.edit_count);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "A particle of the recorded step cannot be: the block was forged.");
    }
    mas_surface_edits_play(w->tables, surfaces, h.surface_count);
    w->tables->gravity = h.gravity;
    return massa_cmd_step(w, cmd, &desc);
}
