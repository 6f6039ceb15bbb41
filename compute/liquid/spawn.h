#ifndef MAS_SPAWN_H
#define MAS_SPAWN_H

#include "liquid.h"
#include "particle/populate_shared.h"
#include "primitive/compact.h"

typedef struct mas_spawn
{
    mas_span records;    // particle_record, this step's: liquid in the tag, no slot
    mas_span flag;       // uint by slot: nobody lives there
    mas_span slots;      // header: those that may be in use
    mas_span free;       // uint: free ones, the lowest first
    mas_span free_list;  // their header
    mas_span refused;    // in liquid_state
    mas_compact compact; // flag -> free
    mas_pass look, come;
} mas_spawn;

extern const mas_kernel_desc mas_spawn_kernels[];
extern const uint32_t mas_spawn_kernel_count;

void mas_spawn_plan(mas_spawn*, mas_arena*, uint32_t records, uint32_t capacity); // at most this many in a step, alive
massa_result mas_spawn_create(mas_spawn*, mas_kernels*, const mas_liquid*, const mas_particles*);
// slots: that may be in use when all have come; records: this step's, of which some may find none free.
void mas_spawn_record(const mas_spawn*, mas_recorder*, uint32_t slots, uint32_t records);

#endif
