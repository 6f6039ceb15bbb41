// Sweep and prune as a broad phase.
#ifndef MAS_SWEEP_H
#define MAS_SWEEP_H

#include "collision/sweep_shared.h"
#include "pairs.h"
#include "primitive/radix_sort.h"

typedef struct mas_sweep
{
    mas_span bounds, sums, axis; // sweep_bounds, sweep_sums, vec4
    mas_span key, slot;          // uint by collider, then by rank
    mas_span mark;               // sweep_mark by rank
    mas_radix_sort sort;
    mas_pairs_scan pairs;
    mas_pass bound, sum, find_axis, project, order, count, write;
} mas_sweep;

extern const mas_kernel_desc mas_sweep_kernels[];
extern const uint32_t mas_sweep_kernel_count;

void mas_sweep_plan(mas_sweep*, mas_arena*, const mas_colliders*, const mas_pairs*);
massa_result mas_sweep_create(mas_sweep*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_sweep_record(const mas_sweep*, mas_recorder*, uint32_t colliders); // slots in use

#endif
