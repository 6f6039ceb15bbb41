// Segmented reduce: the sum of the values of each run of equal keys, in a list of sorted keys.
#ifndef MAS_SEGMENTED_H
#define MAS_SEGMENTED_H

#include "unique.h"

typedef enum mas_segment_value
{
    MAS_SEGMENT_UINT,  // modulo 2^32
    MAS_SEGMENT_FLOAT, // in the lane order (reduce_shared.h): index order for runs of up to 64 entries
} mas_segment_value;

// Where the runs go: one span each, with room for as many runs as run_key has. Runs that find none are dropped, the
// last ones first, and counted in list.
typedef struct mas_runs
{
    mas_span list;  // header, completed by this
    mas_span start; // index of the run's first entry
    mas_span key;   // of the same stride as the keys
    mas_span sum;
} mas_runs;

typedef struct mas_segmented
{
    mas_unique unique;
    mas_pass sum;
    mas_span run_list;
} mas_segmented;

extern const mas_kernel_desc mas_segmented_kernels[];
extern const uint32_t mas_segmented_kernel_count;

// Scratch for a list of at most capacity entries.
void mas_segmented_plan(mas_segmented*, mas_arena*, uint32_t capacity);
// keys: of 4 or 8 bytes, as the span's stride says; equal ones stand together. values: one word per entry of list.
massa_result mas_segmented_create(mas_segmented*, mas_kernels*, mas_segment_value, mas_span keys, mas_span values,
                                  mas_span list, const mas_runs*);
void mas_segmented_record(const mas_segmented*, mas_recorder*);

#endif
