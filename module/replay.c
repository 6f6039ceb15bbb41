// Recording: each step becomes one block of its parameters and edits. Replaying sends the edits through the same
// tables, so that ids come out as they did. A block knows the history it continues, so one that is damaged, missing,
// repeated or of another world is refused. Blocks may come from strangers: what a call would refuse is refused here
// too, and the tables go back to what they were.
#include "world.h"

#include <stddef.h>
#include <string.h>

typedef struct block_header
{
    uint32_t magic, version;
    uint32_t checksum; // of all that follows this word
    uint32_t before;   // mas_tables.history when the step was recorded
    uint32_t steps;    // mas_tables.steps
    uint32_t edit_count;
    float dt;      // s
    uint32_t hash; // massa_step_desc.hash
    massa_vec3 gravity;
} block_header;

enum
{
    MAGIC   = 0x6d737270,
    VERSION = 1,
    CHECKED = offsetof(block_header, before)
};

size_t mas_block_size(const massa_capacity* c)
{
    return sizeof(block_header) + c->edits * sizeof(edit_record);
}

void mas_block_write(massa_world* w, const massa_step_desc* desc)
{
    const mas_tables* t = w->tables;
    const size_t size   = sizeof(block_header) + t->edit_count * sizeof(edit_record);
    block_header h      = {
             .magic      = MAGIC,
             .version    = VERSION,
             .before     = t->history,
             .steps      = t->steps,
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
    if ((size - sizeof *h) % sizeof(edit_record) != 0 || (size - sizeof *h) / sizeof(edit_record) != h->edit_count ||
        h->checksum != mas_hash_bytes(0, (const uint8_t*)block + CHECKED, size - CHECKED))
        return mas_fail(w->device, MASSA_ERROR_RECORDING, "The recorded step is damaged or was cut short.");
    if (h->edit_count > w->desc.capacity.edits)
    {
        return mas_fail(w->device, MASSA_ERROR_EDITS_FULL, "The recorded step has %u edits, but capacity.edits is %u.",
                        h->edit_count, w->desc.capacity.edits);
    }
    if (w->tables->edit_count != 0)
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The world has edits of its own pending: replay starts between steps.");
    if (w->tables->history != h->before || w->tables->steps != h->steps)
    {
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "The recorded step does not continue this world's history: replay all steps in their order.");
    }
    return MASSA_OK;
}

// Numbers, and small enough that no sum of them overflows.
static bool numbers_sound(const edit_record* r)
{
    const float limit = 1e12f; // the largest of them: an impulse
    for (int i = 0; i < EDIT_DATA; ++i)
    {
        const float v[4] = { r->data[i].x, r->data[i].y, r->data[i].z, r->data[i].w };
        for (int k = 0; k < 4; ++k)
            if (!(v[k] >= -limit && v[k] <= limit)) return false; // NaN too
    }
    if (r->kind == EDIT_BODY_CREATE) return mas_body_flags_sound(r->flags);
    return r->flags == 0 && r->generation == 0;
}

static bool may_push(uint32_t kind, uint32_t flags)
{
    if (kind == EDIT_BODY_SET_VELOCITY || kind == EDIT_BODY_SET_ANGULAR_VELOCITY) return (flags & BODY_MOVES) != 0;
    return kind < EDIT_BODY_IMPULSE || (flags & BODY_DYNAMIC) != 0;
}

// What one edit changes in the tables, kept in record_block, which is not in use before the step is written there.
typedef struct undo
{
    mas_slot slot;
    uint32_t target, body_count, body_live, free_slot;
} undo;

static undo* undo_of(const massa_world* w, uint32_t edit)
{
    _Static_assert(sizeof(undo) <= sizeof(edit_record), "record_block has room for one undo per edit");
    return (undo*)w->record_block + edit;
}

// The tables as they were before the first played edits.
static void roll_back(massa_world* w, uint32_t played)
{
    mas_tables* t = w->tables;
    while (played-- > 0)
    {
        const undo* u           = undo_of(w, played);
        mas_slots(t)[u->target] = u->slot;
        t->body_count           = u->body_count;
        t->body_live            = u->body_live;
        t->free_slot            = u->free_slot;
    }
    t->edit_count = 0;
    t->load_count = 0;
}

static bool play(massa_world* w, const edit_record* r, uint32_t index)
{
    mas_tables* t = w->tables;
    uint32_t slot = r->target;
    if (r->kind < EDIT_BODY_CREATE || r->kind > EDIT_BODY_TORQUE || slot >= t->capacity.bodies || !numbers_sound(r))
        return false;
    *undo_of(w, index) = (undo){ mas_slots(t)[slot], slot, t->body_count, t->body_live, t->free_slot };
    if (r->kind == EDIT_BODY_CREATE)
    {
        const bool fresh          = t->free_slot == 0;
        const uint32_t due        = fresh ? t->body_count : t->free_slot - 1;
        const uint32_t generation = fresh ? 1 : mas_slots(t)[due].generation;
        if (slot != due || r->generation != generation || !mas_take_slot(t, &slot)) return false;
    }
    else if (slot >= t->body_count || mas_slots(t)[slot].flags == 0 || !may_push(r->kind, mas_slots(t)[slot].flags))
    {
        return false;
    }
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
    for (uint32_t i = 0; i < h.edit_count; ++i)
    {
        edit_record r;
        memcpy(&r, (const uint8_t*)block + sizeof h + i * sizeof r, sizeof r);
        if (play(w, &r, i)) continue;
        roll_back(w, i);
        return mas_fail(w->device, MASSA_ERROR_RECORDING,
                        "Edit %u of the recorded step cannot be: the block was forged.", i);
    }
    w->tables->gravity = h.gravity;
    return massa_cmd_step(w, cmd, &desc);
}
