// What the CPU knows of a world: ids, pending edits, watched bodies. One block without pointers, so that a snapshot is
// a copy of it.
#ifndef MAS_TABLES_H
#define MAS_TABLES_H

#include "core/device.h"
#include "rigid/rigid.h"
#include "rigid/watch.h"

enum
{
    MAS_MAX_GENERATION = (1 << 24) - 1, // a slot that gets there is never used again
    MAS_ID_BODY        = 1,             // kind, in the top byte of an id
};

typedef struct mas_slot
{
    uint32_t generation; // of the body that lives here, or of the next one
    uint32_t flags;      // BODY_*; 0 when free
    uint32_t next_free;  // 1 + slot; 0 ends the list
    uint32_t last_edit;  // 1 + index of the body's last pending edit; 0: none
    uint64_t user;
} mas_slot;

typedef struct mas_tables
{
    uint64_t bytes; // of the whole block
    massa_capacity capacity;
    massa_vec3 gravity;
    uint32_t history;    // hash of all steps so far: number, dt, gravity, edits, and the world's substeps
    uint32_t steps;      // in that history
    uint32_t body_count; // slots ever used
    uint32_t body_live;
    uint32_t free_slot; // 1 + first free slot below body_count
    uint32_t edit_count;
    uint32_t load_count; // pending edits that put a force on a body
    uint32_t watched_count;
    uint64_t slot_offset, edit_offset, watched_offset; // bytes from the block's start
} mas_tables;

uint64_t mas_tables_bytes(const massa_capacity*);
void mas_tables_init(mas_tables*, const massa_world_desc*);
// Whether a block from outside (a snapshot's) can be used as the tables of a world of these capacities: counts, lists
// and links stay inside, so that neither CPU nor GPU leaves its arrays or runs in circles.
bool mas_tables_sound(const mas_tables*, const massa_capacity*);
bool mas_body_flags_sound(uint32_t flags); // static, kinematic or dynamic
// Fills an initialised block from another whose contents fit.
void mas_tables_copy(mas_tables* to, const mas_tables* from);

static inline mas_slot* mas_slots(const mas_tables* t)
{
    return (mas_slot*)((uint8_t*)t + t->slot_offset);
}

static inline edit_record* mas_edits(const mas_tables* t)
{
    return (edit_record*)((uint8_t*)t + t->edit_offset);
}

static inline watch_entry* mas_watched(const mas_tables* t)
{
    return (watch_entry*)((uint8_t*)t + t->watched_offset);
}

massa_body_id mas_body_id(uint32_t slot, uint32_t generation);
bool mas_find_body(const mas_tables*, massa_body_id, uint32_t* slot); // false: stale

// A free slot, marked as used; false when there is none.
bool mas_take_slot(mas_tables*, uint32_t* slot);
void mas_free_slot(mas_tables*, uint32_t slot);

// Appends a zeroed edit, linked to the target's earlier ones; null when there is no room.
edit_record* mas_add_edit(mas_tables*, uint32_t kind, uint32_t target);
// The edits have been handed to a step of dt: they join the history.
void mas_clear_edits(mas_tables*, float dt);

uint32_t mas_hash_bytes(uint32_t start, const void* bytes, size_t size);

#endif
