// Recording: each step becomes one block of its parameters, edits and particle records. Replaying sends the edits
// through the same tables, so that ids come out as they did. A block knows the history it continues, so one that is
// damaged, missing, repeated or of another world is refused. Blocks may come from strangers: what a call would refuse
// is refused here too, and the tables go back to what they were.
#include "replay.h"

#include <stddef.h>
#include <string.h>

enum
{
    BLOCK_CHECKED = offsetof(block_header, before)
};

// Replay keeps here what playing changes: the small tables, then a slot per edit.
static size_t undo_bytes(const massa_capacity* c)
{
    mas_tables like = { .capacity = *c };
    mas_tables_lay_out(&like);
    return like.small + c->edits * sizeof(mas_slot);
}

size_t mas_block_size(const massa_world_desc* d)
{
    size_t block = sizeof(block_header) + d->capacity.edits * sizeof(edit_record);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->tape.room != NULL) block += mas_families[f]->tape.room(d);
    return block > undo_bytes(&d->capacity) ? block : undo_bytes(&d->capacity);
}

void mas_block_write(massa_world* w, const massa_step_desc* desc)
{
    const mas_tables* t = w->tables;
    uint8_t* block      = w->record.block;
    block_header h      = {
             .magic      = BLOCK_MAGIC,
             .version    = BLOCK_VERSION,
             .before     = t->history,
             .steps      = t->steps,
             .edit_count = t->edit_count,
             .dt         = desc->dt,
             .hash       = desc->hash,
             .gravity    = t->gravity,
    };
    size_t size = sizeof h + t->edit_count * sizeof(edit_record);
    memcpy(block + sizeof h, mas_edits(t), t->edit_count * sizeof(edit_record));
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
    {
        if (mas_families[f]->tape.write != NULL) h.section[f] = (uint32_t)mas_families[f]->tape.write(t, block + size);
        size += h.section[f];
    }
    memcpy(block, &h, sizeof h);
    h.checksum = mas_hash_bytes(0, block + BLOCK_CHECKED, size - BLOCK_CHECKED);
    memcpy(block, &h, sizeof h);
    w->record.fn(w->record.user, block, size);
}

massa_result massa_world_set_recorder(massa_world* w, massa_record_fn fn, void* user)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    w->record.fn   = fn;
    w->record.user = user;
    return MASSA_OK;
}

static uint64_t size_of(const block_header* h)
{
    uint64_t size = sizeof *h + h->edit_count * (uint64_t)sizeof(edit_record);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        size += h->section[f];
    return size;
}

// Whether the next step has something to do already.
static bool is_edited(const mas_tables* t)
{
    bool edited = t->edit_count != 0;
    for (uint32_t f = 0; f < MAS_FAMILIES && !edited; ++f)
        edited = mas_families[f]->tape.write != NULL && mas_families[f]->tape.write(t, NULL) > 0;
    return edited;
}

static massa_result read_header(const massa_world* w, const void* block, size_t size, block_header* h)
{
    if (size < sizeof *h)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The block is too short to be a recorded step.");
    memcpy(h, block, sizeof *h);
    if (h->magic != BLOCK_MAGIC || h->version != BLOCK_VERSION)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The block is not a step recorded by this version of massa.");
    if (size != size_of(h) ||
        h->checksum != mas_hash_bytes(0, (const uint8_t*)block + BLOCK_CHECKED, size - BLOCK_CHECKED))
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The recorded step is damaged or was cut short.");
    if (h->edit_count > w->desc.capacity.edits)
    {
        return mas_fail(w->device, MASSA_ERROR_EDITS_FULL, "The recorded step has %u edits, but capacity.edits is %u.",
                        h->edit_count, w->desc.capacity.edits);
    }
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
    {
        const mas_tape* tape = &mas_families[f]->tape;
        const uint64_t room  = tape->room != NULL ? tape->room(&w->desc) : 0;
        if (h->section[f] > room)
            return mas_fail(
                w->device, MASSA_ERROR_EDITS_FULL,
                "The recorded step has %u bytes of %s, but the capacities of this world have room for %llu.",
                h->section[f], mas_families[f]->name, (unsigned long long)room);
    }
    if (is_edited(w->tables))
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The world has edits of its own pending: replay starts between steps.");
    if (w->tables->history != h->before || w->tables->steps != h->steps)
    {
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The recorded step does not continue this world's history: replay all steps in their order.");
    }
    return MASSA_OK;
}

// An edit that cannot be changes no slot. The tables as they were before the first edits were played: in record_block,
// which is not in use before the step is written there.
static mas_slot* kept_slots(const massa_world* w)
{
    return (mas_slot*)(w->record.block + w->tables->small);
}

static void roll_back(massa_world* w, uint32_t played)
{
    mas_tables* t = w->tables;
    for (uint32_t i = played; i-- > 0;)
    {
        const edit_record* e = &mas_edits(t)[i];
        if (e->kind <= EDIT_BODY_LAST) mas_slots(t)[e->target] = kept_slots(w)[i];
    }
    memcpy(t, w->record.block, t->small);
}

bool mas_play_edit(mas_tables* t, const edit_record* r)
{
    if (!mas_edit_sound(r) || !mas_edit_row_of(r->kind)->play(t, r)) return false;
    edit_record* e = mas_add_edit(t, r->kind, r->target);
    e->generation  = r->generation;
    e->flags       = r->flags;
    e->user_low    = r->user_low;
    e->user_high   = r->user_high;
    memcpy(e->data, r->data, sizeof e->data);
    if (r->kind == EDIT_BODY_DESTROY) mas_free_slot(t, r->target);
    return true;
}

// Their numbers, as far as edits of the same step do not decide.
static bool sections_sound(const massa_world* w, const uint8_t* section, const block_header* h)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; section += h->section[f++])
    {
        const mas_tape* tape = &mas_families[f]->tape;
        if (tape->sound != NULL && !tape->sound(w->tables, section, h->section[f])) return false;
    }
    return true;
}

static bool play_sections(massa_world* w, const uint8_t* section, const block_header* h)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; section += h->section[f++])
    {
        const mas_tape* tape = &mas_families[f]->tape;
        if (h->section[f] > 0 && !tape->play(w->tables, section, h->section[f])) return false;
    }
    return true;
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
    const uint8_t *edits = (const uint8_t*)block + sizeof h, *sections = edits + h.edit_count * sizeof(edit_record);
    if (!sections_sound(w, sections, &h))
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "Particles or points of a surface of the recorded step cannot be: the block was forged.");
    memcpy(w->record.block, w->tables, w->tables->small);
    for (uint32_t i = 0; i < h.edit_count; ++i)
    {
        edit_record r;
        memcpy(&r, edits + i * sizeof r, sizeof r);
        if (r.kind <= EDIT_BODY_LAST && r.target < w->desc.capacity.bodies)
            kept_slots(w)[i] = mas_slots(w->tables)[r.target];
        if (mas_play_edit(w->tables, &r)) continue;
        roll_back(w, i);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "Edit %u of the recorded step cannot be: the block was forged.", i);
    }
    if (w->tables->shape.stage_count != 0)
    {
        roll_back(w, h.edit_count);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The recorded step has pieces of a shape, but not the shape: the block was forged.");
    }
    if (!play_sections(w, sections, &h))
    {
        roll_back(w, h.edit_count);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "A particle of the recorded step cannot be: the block was forged.");
    }
    w->tables->gravity = h.gravity;
    return massa_cmd_step(w, cmd, &desc);
}
