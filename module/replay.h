// A recorded step: block_header, then its edits (edit_record), then its particles (particle_record).
#ifndef MAS_REPLAY_H
#define MAS_REPLAY_H

#include "world.h"

enum
{
    BLOCK_MAGIC   = 0x6d737270,
    BLOCK_VERSION = 3,
};

typedef struct block_header
{
    uint32_t magic, version;
    uint64_t checksum; // of all that follows this word
    uint64_t before;   // mas_tables.history when the step was recorded
    uint32_t steps;    // mas_tables.steps
    uint32_t edit_count, record_count;
    float dt;      // s
    uint32_t hash; // massa_step_desc.hash
    massa_vec3 gravity;
} block_header;

#endif
