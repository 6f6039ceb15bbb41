// Unique: where each run of equal keys begins, in a list of sorted keys.
#ifndef MAS_UNIQUE_H
#define MAS_UNIQUE_H

#include "compact.h"

typedef struct mas_unique
{
    mas_compact heads;
} mas_unique;

extern const mas_kernel_desc mas_unique_kernels[];
extern const uint32_t mas_unique_kernel_count;

// Scratch for a list of at most capacity keys.
void mas_unique_plan(mas_unique*, mas_arena*, uint32_t capacity);
// keys: of 4 or 8 bytes, as the span's stride says; equal ones stand together. starts: the index of the first key of
// each run, in order; room and overflow as in compact. start_list, a header that this completes, counts the runs.
massa_result mas_unique_create(mas_unique*, mas_kernels*, mas_span keys, mas_span list, mas_span starts,
                               mas_span start_list);
void mas_unique_record(const mas_unique*, mas_recorder*);

#endif
