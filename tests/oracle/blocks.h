// Twin of compute/rigid/blocks.c: contacts in blocks, solved block after block.
#ifndef MAS_ORACLE_BLOCKS_H
#define MAS_ORACLE_BLOCKS_H

#include "rigid/blocks_shared.h"
#include "solve.h"

typedef struct oracle_blocks
{
    uint32_t bodies, contacts; // capacities
    uint32_t count;            // places
    uint32_t end[3];           // places of the first partition, then of the second, then lone and late ones
    uint32_t* order;           // by place: pair
    uint32_t* where;           // by place: BLOCK_FIRST and so on
    uint32_t (*slot)[2];       // by place: of its bodies
    float (*weight)[2];        // by place: copies of its bodies
    uint32_t* second;          // by slot: 1 if the second partition pushes it
    uint32_t* lone;            // by slot: lone contacts
    body_speed* copy;          // by slot: of the second partition
    body_speed (*alone)[2];    // by place: of the bodies of a lone contact
    blocks_counters counters;
} oracle_blocks;

oracle_blocks oracle_blocks_create(uint32_t bodies, uint32_t contacts);
void oracle_blocks_destroy(oracle_blocks*);

// contact: numbers of n pairs. By pair: m; by collider: meet.
void oracle_blocks_step(oracle_blocks*, const oracle_bodies*, uint32_t body_count, const uint32_t* contact, uint32_t n,
                        const manifold* m, const collider_meet* meet, float cell);
// In a substep, on the bodies' speeds, which are the solver's. After bias all copies have come together.
void oracle_blocks_begin(oracle_blocks*, oracle_solve*, const solve_params*, uint32_t body_count, bool first,
                         bool bounces);
void oracle_blocks_bias(oracle_blocks*, oracle_solve*, const solve_params*, uint32_t body_count);
void oracle_blocks_relax(oracle_blocks*, oracle_solve*, const solve_params*, uint32_t body_count);

#endif
