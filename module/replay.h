// A recorded step: block_header, then its edits (edit_record), then a section of each family that has one (mas_tape).
#ifndef MAS_REPLAY_H
#define MAS_REPLAY_H

#include "world.h"

enum
{
    BLOCK_MAGIC   = 0x6d737270,
    BLOCK_VERSION = 6,
};

typedef struct block_header
{
    uint32_t magic, version;
    uint64_t checksum; // of all that follows this word
    uint64_t before;   // mas_tables.history when the step was recorded
    uint32_t steps;    // mas_tables.steps
    uint32_t edit_count;
    float dt;      // s
    uint32_t hash; // massa_step_desc.hash
    massa_vec3 gravity;
    uint32_t section[MAS_FAMILIES]; // bytes, of each family
} block_header;

// What an edit does to the tables; it joins those of the next step, for which there is room. False: it cannot be, and
// has changed nothing of its target.
bool mas_play_edit(mas_tables*, const edit_record*);

#endif
