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

static void set_offsets(mas_tables* t, const massa_capacity* c)
{
    t->slot_offset    = align(sizeof(mas_tables));
    t->edit_offset    = t->slot_offset + align(c->bodies * (uint64_t)sizeof(mas_slot));
    t->watched_offset = t->edit_offset + align(c->edits * (uint64_t)sizeof(edit_record));
}

void mas_tables_init(mas_tables* t, const massa_world_desc* desc)
{
    const massa_capacity* c = &desc->capacity;
    memset(t, 0, mas_tables_bytes(c));
    t->bytes    = mas_tables_bytes(c);
    t->capacity = *c;
    t->gravity  = desc->gravity;
    t->history  = mas_hash_bytes(0, &desc->substeps, sizeof desc->substeps);
    set_offsets(t, c);
}

void mas_tables_copy(mas_tables* to, const mas_tables* from)
{
    to->gravity       = from->gravity;
    to->history       = from->history;
    to->steps         = from->steps;
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
    mas_slot* s          = &mas_slots(t)[target];
    const uint32_t index = t->edit_count++;
    edit_record* e       = &mas_edits(t)[index];
    *e                   = (edit_record){ .kind = kind, .target = target, .first = s->last_edit == 0 };
    if (s->last_edit != 0) mas_edits(t)[s->last_edit - 1].next = index + 1;
    s->last_edit = index + 1;
    if (kind == EDIT_BODY_FORCE || kind == EDIT_BODY_TORQUE) ++t->load_count;
    return e;
}

uint32_t mas_hash_bytes(uint32_t start, const void* bytes, size_t size)
{
    uint32_t h = start ^ 2166136261u;
    for (size_t i = 0; i < size; ++i)
        h = (h ^ ((const uint8_t*)bytes)[i]) * 16777619u;
    return h;
}

void mas_clear_edits(mas_tables* t, float dt)
{
    const uint32_t step[] = { ++t->steps, t->edit_count }; // so that steps without edits differ too
    t->history            = mas_hash_bytes(t->history, step, sizeof step);
    t->history            = mas_hash_bytes(t->history, &dt, sizeof dt);
    t->history            = mas_hash_bytes(t->history, &t->gravity, sizeof t->gravity);
    t->history            = mas_hash_bytes(t->history, mas_edits(t), t->edit_count * sizeof(edit_record));
    for (uint32_t i = 0; i < t->edit_count; ++i)
        mas_slots(t)[mas_edits(t)[i].target].last_edit = 0;
    t->edit_count = 0;
    t->load_count = 0;
}

bool mas_body_flags_sound(uint32_t flags)
{
    return flags == (BODY_ALIVE | BODY_STATIC) || flags == (BODY_ALIVE | BODY_MOVES) ||
           flags == (BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC);
}

// The edits of a target are one chain: begun by the first one, linked upwards, ended by the slot's last_edit.
static bool edits_sound(const mas_tables* t)
{
    uint32_t begins = 0, ends = 0;
    for (uint32_t i = 0; i < t->edit_count; ++i)
    {
        const edit_record* e = &mas_edits(t)[i];
        if (e->kind < EDIT_BODY_CREATE || e->kind > EDIT_BODY_TORQUE || e->target >= t->body_count) return false;
        begins += e->first != 0;
        ends += e->next == 0;
        if (e->next == 0 && mas_slots(t)[e->target].last_edit != i + 1) return false;
        if (e->next == 0) continue;
        if (e->next <= i + 1 || e->next > t->edit_count) return false;
        const edit_record* next = &mas_edits(t)[e->next - 1];
        if (next->target != e->target || next->first != 0) return false;
    }
    return begins == ends;
}

bool mas_tables_sound(const mas_tables* t, const massa_capacity* c)
{
    mas_tables like = { 0 };
    like.bytes      = mas_tables_bytes(c);
    if (t->bytes != like.bytes || memcmp(&t->capacity, c, sizeof *c) != 0) return false;
    set_offsets(&like, c);
    if (t->slot_offset != like.slot_offset || t->edit_offset != like.edit_offset ||
        t->watched_offset != like.watched_offset)
        return false;
    if (t->body_count > c->bodies || t->edit_count > c->edits || t->watched_count > c->watched) return false;
    uint32_t live = 0, loads = 0, unused = 0;
    for (uint32_t i = 0; i < t->body_count; ++i)
    {
        const mas_slot* s = &mas_slots(t)[i];
        if (s->generation == 0 || s->generation > MAS_MAX_GENERATION || s->last_edit > t->edit_count) return false;
        if (s->last_edit != 0 && mas_edits(t)[s->last_edit - 1].target != i) return false;
        if (s->flags != 0 && !mas_body_flags_sound(s->flags)) return false;
        live += s->flags != 0;
    }
    // A free list that visits a slot twice is longer than there are free slots.
    for (uint32_t next = t->free_slot; next != 0; next = mas_slots(t)[next - 1].next_free)
        if (next > t->body_count || mas_slots(t)[next - 1].flags != 0 || ++unused > t->body_count - live) return false;
    for (uint32_t i = 0; i < t->watched_count; ++i)
        if (mas_watched(t)[i].slot >= t->body_count) return false;
    if (!edits_sound(t)) return false;
    for (uint32_t i = 0; i < t->edit_count; ++i)
        loads += mas_edits(t)[i].kind == EDIT_BODY_FORCE || mas_edits(t)[i].kind == EDIT_BODY_TORQUE;
    return live == t->body_live && loads == t->load_count;
}
