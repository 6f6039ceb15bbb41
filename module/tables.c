#include "tables.h"

#include <string.h>

static uint64_t align(uint64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

uint64_t mas_tables_bytes(const massa_capacity* c)
{
    return align(sizeof(mas_tables)) + align(c->bodies * (uint64_t)sizeof(mas_slot)) +
           align(c->edits * (uint64_t)sizeof(edit_record)) + align(c->watched * (uint64_t)sizeof(watch_entry));
}

void mas_tables_init(mas_tables* t, const massa_capacity* c, massa_vec3 gravity)
{
    memset(t, 0, mas_tables_bytes(c));
    t->bytes          = mas_tables_bytes(c);
    t->capacity       = *c;
    t->gravity        = gravity;
    t->slot_offset    = align(sizeof(mas_tables));
    t->edit_offset    = t->slot_offset + align(c->bodies * (uint64_t)sizeof(mas_slot));
    t->watched_offset = t->edit_offset + align(c->edits * (uint64_t)sizeof(edit_record));
}

void mas_tables_copy(mas_tables* to, const mas_tables* from)
{
    to->gravity       = from->gravity;
    to->history       = from->history;
    to->body_count    = from->body_count;
    to->body_live     = from->body_live;
    to->free_slot     = from->free_slot;
    to->edit_count    = from->edit_count;
    to->load_count    = from->load_count;
    to->watched_count = from->watched_count;
    memcpy(mas_slots(to), mas_slots(from), from->body_count * sizeof(mas_slot));
    memcpy(mas_edits(to), mas_edits(from), from->edit_count * sizeof(edit_record));
    memcpy(mas_watched(to), mas_watched(from), from->watched_count * sizeof(watch_entry));
}

massa_body_id mas_body_id(uint32_t slot, uint32_t generation)
{
    return (massa_body_id){ (uint64_t)MAS_ID_BODY << 56 | (uint64_t)generation << 32 | slot };
}

bool mas_find_body(const mas_tables* t, massa_body_id id, uint32_t* slot)
{
    *slot = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_BODY || *slot >= t->body_count) return false;
    const mas_slot* s = &mas_slots(t)[*slot];
    return s->flags != 0 && s->generation == (id.bits >> 32 & MAS_MAX_GENERATION);
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
        *slot                            = t->body_count++;
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
    s->flags    = 0;
    s->user     = 0;
    --t->body_live;
    if (s->generation == MAS_MAX_GENERATION) return; // the next generation would make old ids valid again
    ++s->generation;
    s->next_free = t->free_slot;
    t->free_slot = slot + 1;
}

edit_record* mas_add_edit(mas_tables* t, uint32_t kind, uint32_t target)
{
    if (t->edit_count == t->capacity.edits) return NULL;
    mas_slot*      s     = &mas_slots(t)[target];
    const uint32_t index = t->edit_count++;
    edit_record*   e     = &mas_edits(t)[index];
    *e                   = (edit_record){ .kind = kind, .target = target, .first = s->last_edit == 0 };
    if (s->last_edit != 0) mas_edits(t)[s->last_edit - 1].next = index + 1;
    s->last_edit = index + 1;
    if (kind == EDIT_BODY_FORCE || kind == EDIT_BODY_TORQUE) ++t->load_count;
    return e;
}

uint32_t mas_hash_bytes(uint32_t start, const void* bytes, size_t size)
{
    uint32_t h = start ^ 2166136261u;
    for (size_t i = 0; i < size; ++i) h = (h ^ ((const uint8_t*)bytes)[i]) * 16777619u;
    return h;
}

void mas_clear_edits(mas_tables* t)
{
    t->history = mas_hash_bytes(t->history, mas_edits(t), t->edit_count * sizeof(edit_record));
    for (uint32_t i = 0; i < t->edit_count; ++i) mas_slots(t)[mas_edits(t)[i].target].last_edit = 0;
    t->edit_count = 0;
    t->load_count = 0;
}
