// The second schedule of the contact solver, with few dispatches: contacts are solved in blocks of bodies.
#ifndef MAS_BLOCKS_H
#define MAS_BLOCKS_H

#include "primitive/cell_sort.h"
#include "primitive/radix_sort.h"
#include "rigid/blocks_shared.h"
#include "solve.h"

typedef struct mas_blocks
{
    // As graph.h has them, for the solver. A place is a contact's number in the order of blocks and their colours.
    mas_span order;    // uint by place: number of the contact's pair
    mas_span places;   // header of all places
    mas_span counters; // blocks_counters

    mas_span params;              // blocks_params
    mas_span key, slot;           // uint by slot for each partition; after the sort by rank
    mas_span slots;               // header of these
    mas_span rank;                // of each slot two uints
    mas_span link, block;         // by contact: block_link; key of its block
    mas_span start, sorted;       // of contacts by block
    mas_span where;               // uint by place
    mas_span copies;              // body_copies, by slot
    mas_span copy;                // vec4: two by slot, four by lone contact
    mas_span table;               // blocks_header, blocks_counters, block_list
    mas_span first, second, late; // headers in it
    mas_span contacts;            // header
    mas_radix_sort sort;
    mas_cell_sort by_block;
    mas_pass number, curve, connect, colour, weigh, impact, bias, relax, move;
    uint32_t bodies, capacity; // capacities: slots, contacts
    uint32_t lone_part;
} mas_blocks;

typedef struct mas_blocks_input
{
    mas_span contact, contacts; // uint, numbers of pairs; their header
    mas_span manifold;          // by pair
    mas_span meet;              // collider_meet
    mas_span step;              // step_params
    const mas_bodies* bodies;
    const mas_solve* solve;
} mas_blocks_input;

extern const mas_kernel_desc mas_blocks_kernels[];
extern const uint32_t mas_blocks_kernel_count;

void mas_blocks_plan(mas_blocks*, mas_arena*, uint32_t bodies, uint32_t contacts);
massa_result mas_blocks_create(mas_blocks*, mas_kernels*, const mas_blocks_input*);

// After contacts, and after sleepers have been woken. cell: m, about the size of a body.
void mas_blocks_record(const mas_blocks*, mas_recorder*, uint32_t body_count, float cell);
void mas_blocks_prep(const mas_blocks*, mas_recorder*, const mas_solve*, const solve_params*);
// In a substep, after velocities have their forces. first: of the step; bounces: some shape has restitution. fused: the
// rest of the start is left to the first substep's bias, which saves a dispatch if nothing reads the speeds in between.
void mas_blocks_begin(const mas_blocks*, mas_recorder*, const mas_solve*, uint32_t body_count, bool first, bool bounces,
                      bool fused);
void mas_blocks_bias(const mas_blocks*, mas_recorder*, uint32_t body_count, bool fused);
void mas_blocks_move(const mas_blocks*, mas_recorder*, uint32_t body_count); // instead of integrate's
void mas_blocks_relax(const mas_blocks*, mas_recorder*, uint32_t body_count);

#endif
