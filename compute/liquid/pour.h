#ifndef MAS_POUR_H
#define MAS_POUR_H

#include "liquid.h"
#include "particle/populate_shared.h"
#include "primitive/compact.h"

typedef struct mas_pour
{
    mas_span records;    // particle_record, this step's: liquid in the tag, no slot
    mas_span flag;       // uint by slot: the slot is free
    mas_span slots;      // header: those that may be in use
    mas_span free;       // uint: free ones, the lowest first
    mas_span free_list;  // their header
    mas_span refused;    // in liquid_state
    mas_compact compact; // flag -> free
    mas_pass look, come;
} mas_pour;

extern const mas_kernel_desc mas_pour_kernels[];
extern const uint32_t mas_pour_kernel_count;

void mas_pour_plan(mas_pour*, mas_arena*, uint32_t records, uint32_t capacity); // at most this many in a step, alive
massa_result mas_pour_create(mas_pour*, mas_kernels*, const mas_liquid*, const mas_particles*);
// slots: that may be in use when all have come; records: this step's, of which some may find none free.
void mas_pour_record(const mas_pour*, mas_recorder*, uint32_t slots, uint32_t records);

#endif
