// What freshly detected manifolds remember of the last step.
#ifndef MAS_MATCH_H
#define MAS_MATCH_H

#include "bins.h"

typedef struct mas_match
{
    mas_span list; // header of the pairs that were detected
    mas_pass match;
} mas_match;

extern const mas_kernel_desc mas_match_kernels[];
extern const uint32_t mas_match_kernel_count;

massa_result mas_match_create(mas_match*, mas_kernels*, const mas_colliders*, const mas_cache*, const mas_bins*);
void mas_match_record(const mas_match*, mas_recorder*); // after the narrow kernels

#endif
