#ifndef MAS_POPULATE_H
#define MAS_POPULATE_H

#include "particle.h"
#include "particle/populate_shared.h"

typedef struct mas_populate
{
    mas_span records; // particle_record, this step's
    mas_pass play;
} mas_populate;

extern const mas_kernel_desc mas_populate_kernels[];
extern const uint32_t mas_populate_kernel_count;

void mas_populate_plan(mas_populate*, mas_arena*, uint32_t records); // at most this many in a step
massa_result mas_populate_create(mas_populate*, mas_kernels*, const mas_particles*);
void mas_populate_record(const mas_populate*, mas_recorder*, uint32_t records);

#endif
