// Recording: each step becomes one block of its parameters and edits. Replaying sends the edits through the same tables,
// so that ids come out as they did. A block knows the history it continues, so one that is damaged, missing, repeated or
// of another world is refused before anything changes.
#include "world.h"

#include <string.h>

typedef struct block_header
{
    uint32_t   magic, version;
    uint32_t   checksum;   // of all that follows this word
    uint32_t   before;     // mas_tables.history when the step was recorded
    uint32_t   edit_count;
    float      dt;         // s
    uint32_t   hash;       // massa_step_desc.hash
    massa_vec3 gravity;
} block_header;

enum { MAGIC = 0x6d737270, VERSION = 1, CHECKED = offsetof(block_header, before) };

size_t mas_block_size(const massa_capacity* c)
{
    return sizeof(block_header) + c->edits * sizeof(edit_record);
}

void mas_block_write(massa_world* w, const massa_step_desc* desc)
{
    const mas_tables* t    = w->tables;
    const size_t      size = sizeof(block_header) + t->edit_count * sizeof(edit_record);
    block_header      h    = {
                .magic      = MAGIC,
                .version    = VERSION,
                .before     = t->history,
                .edit_count = t->edit_count,
                .dt         = desc->dt,
                .hash       = desc->hash,
                .gravity    = t->gravity,
    };
    memcpy(w->record_block, &h, sizeof h);
    memcpy(w->record_block + sizeof h, mas_edits(t), t->edit_count * sizeof(edit_record));
    h.checksum = mas_hash_bytes(0, w->record_block + CHECKED, size - CHECKED);
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

static massa_result read_header(const massa_world* w, const void* block, size_t size, block_header* h)
{
    if (size < sizeof *h)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The block is too short to be a recorded step.");
    memcpy(h, block, sizeof *h);
    if (h->magic != MAGIC || h->version != VERSION)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The block is not a step recorded by this version of massa.");
    if (size != sizeof *h + h->edit_count * sizeof(edit_record) ||
        h->checksum != mas_hash_bytes(0, (const uint8_t*)block + CHECKED, size - CHECKED))
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The recorded step is damaged or was cut short.");
    if (h->edit_count > w->desc.capacity.edits)
    {
        return mas_fail(w->device, MASSA_ERROR_EDITS_FULL, "The recorded step has %u edits, but capacity.edits is %u.",
                        h->edit_count, w->desc.capacity.edits);
    }
    if (w->tables->edit_count != 0)
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The world has edits of its own pending: replay starts between steps.");
    if (w->tables->history != h->before)
    {
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The recorded step does not continue this world's history: replay all steps in their order.");
    }
    return MASSA_OK;
}

static massa_result play(massa_world* w, const edit_record* r)
{
    mas_tables* t    = w->tables;
    uint32_t    slot = r->target;
    bool        fits = r->kind >= EDIT_BODY_CREATE && r->kind <= EDIT_BODY_TORQUE;
    if (r->kind == EDIT_BODY_CREATE)
        fits = mas_take_slot(t, &slot) && slot == r->target && mas_slots(t)[slot].generation == r->generation;
    else
        fits = fits && slot < t->body_count && mas_slots(t)[slot].flags != 0;
    if (!fits) return mas_fail(w->device, MASSA_ERROR_RECORDING, "The recorded step was tampered with: restore a snapshot.");

    edit_record* e = mas_add_edit(t, r->kind, slot);
    e->generation  = r->generation;
    e->flags       = r->flags;
    e->user_low    = r->user_low;
    e->user_high   = r->user_high;
    memcpy(e->data, r->data, sizeof e->data);
    if (r->kind == EDIT_BODY_CREATE)
    {
        mas_slots(t)[slot].flags = r->flags;
        mas_slots(t)[slot].user  = (uint64_t)r->user_high << 32 | r->user_low;
    }
    if (r->kind == EDIT_BODY_DESTROY) mas_free_slot(t, slot);
    return MASSA_OK;
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
    for (uint32_t i = 0; i < h.edit_count; ++i)
    {
        edit_record r;
        memcpy(&r, (const uint8_t*)block + sizeof h + i * sizeof r, sizeof r);
        MAS_TRY(play(w, &r));
    }
    w->tables->gravity = h.gravity;
    return massa_cmd_step(w, cmd, &desc);
}
