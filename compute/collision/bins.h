// From pairs to the pairs that must be detected, one list per narrow kernel; the others keep their manifold.
#ifndef MAS_BINS_H
#define MAS_BINS_H

#include "cache.h"

typedef struct mas_bins
{
    // For the narrow kernels: pair numbers in no particular order, and their header.
    mas_span index[BINS];
    mas_span list[BIN_HEADERS]; // behind those of the bins: the others, BIN_*
    mas_span all;               // the headers, then the indices
    mas_span link;              // uint: chains of the last step's pairs
    mas_pass begin, clear, chain, find, kept, found, end, save;
    uint32_t capacity;
} mas_bins;

extern const mas_kernel_desc mas_bins_kernels[];
extern const uint32_t mas_bins_kernel_count;

void mas_bins_plan(mas_bins*, mas_arena*, const mas_cache*);
massa_result mas_bins_create(mas_bins*, mas_kernels*, const mas_colliders*, const mas_pairs*, const mas_cache*);
void mas_bins_record(const mas_bins*, mas_recorder*);

#endif
