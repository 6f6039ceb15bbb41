// A recorded step: block_header, then its edits (edit_record), then its particles (particle_record), then its surfaces
// (surface_edit, each with its points).
#ifndef MAS_REPLAY_H
#define MAS_REPLAY_H

#include "world.h"

enum
{
    BLOCK_MAGIC   = 0x6d737270,
    BLOCK_VERSION = 5,
};

typedef struct block_header
{
    uint32_t magic, version;
    uint64_t checksum; // of all that follows this word
    uint64_t before;   // mas_tables.history when the step was recorded
    uint32_t steps;    // mas_tables.steps
    uint32_t edit_count, record_count, surface_count;
    float dt;      // s
    uint32_t hash; // massa_step_desc.hash
    massa_vec3 gravity;
    uint32_t spare;
} block_header;

// What an edit does to the tables; it joins those of the next step, for which there is room. False: it cannot be, and
// has changed nothing of its target.
bool mas_play_edit(mas_tables*, const edit_record*);

// The same for the records of a step; false: one of them cannot be, and particles are as they were.
bool mas_play_records(mas_tables*, const uint8_t* records, uint32_t count);

#endif
