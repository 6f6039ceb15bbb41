// Liquids and emitters in the tables: what the calls of liquid.c and emitter.c and their replay have in common.
#ifndef MAS_LIQUIDS_H
#define MAS_LIQUIDS_H

#include "tables.h"

enum
{
    MAS_MAX_LIQUID = 1 << 22, // particles
    MAS_DISCS      = 8,       // patterns that the discs of a stream take turns in
};
#define MAS_MIN_SPACING 1e-3f // m
#define MAS_MAX_SPACING 1.0f
#define MAS_MAX_NOZZLE 1000.0f      // spacings
#define MAS_MAX_NOZZLE_SPEED 100.0f // m/s
#define MAS_MAX_DROP_WAY 2.5e5f     // spacings from the origin

bool mas_find_liquid(const mas_tables*, massa_liquid_id, uint32_t* place); // false: stale
bool mas_find_emitter(const mas_tables*, massa_emitter_id, uint32_t* slot);

// They take the first free place: UINT32_MAX when there is none.
uint32_t mas_vacant_liquid(const mas_tables*);
uint32_t mas_vacant_emitter(const mas_tables*);

// What a host says of one as an edit's data, and back.
void mas_liquid_to_edit(const mas_liquid_slot*, edit_record*);
mas_liquid_slot mas_liquid_from_edit(const edit_record*);
void mas_emitter_to_edit(const mas_emitter_slot*, edit_record*);
mas_emitter_slot mas_emitter_from_edit(const edit_record*);

void mas_make_liquid(mas_tables*, uint32_t place, const mas_liquid_slot* given);
void mas_drop_liquid(mas_tables*, uint32_t place); // with its emitters
void mas_make_emitter(mas_tables*, uint32_t slot, const mas_emitter_slot* given);
void mas_drop_emitter(mas_tables*, uint32_t slot);

// Whether calls would take them.
bool mas_liquid_sound(const mas_liquid_slot*);
bool mas_emitter_sound(const mas_tables*, const mas_emitter_slot*);
bool mas_drop_sound(const mas_tables*, const massa_particle*); // numbers in range
bool mas_liquids_sound(const mas_tables*);                     // all of it, records too

// One more particle for the next step, for which there is room.
void mas_add_drop(mas_tables*, uint32_t liquid, const massa_particle*);
bool mas_drop_record_sound(const mas_tables*, const particle_record*);

// module/stream.c: the emitters' share of a step of dt, behind what calls have added.
void mas_emit(mas_tables*, float dt);
uint32_t mas_disc_size(float radius,
                       float spacing); // particles of the largest of its discs; UINT32_MAX: beyond all room

// Whether the liquids, emitters and particles that there are could be with other capacities.
bool mas_liquids_fit(const mas_tables*, const massa_capacity*);

// Slots that may be in use when the next step ends.
uint32_t mas_liquid_slots(const mas_tables*);
void mas_clear_liquids(mas_tables*); // part of mas_clear_edits

#endif
