// Reduce: one number, or one box, from all entries of a list.
#ifndef MAS_REDUCE_H
#define MAS_REDUCE_H

#include "core/list.h"

// The result for an empty list is the one that changes nothing: 0, the largest or the smallest number of the type
// (floats: +-infinity), for bounds a box from +infinity to -infinity. NaN is not allowed; -0 is less than +0.
typedef enum mas_reduction
{
    MAS_SUM_UINT,  // modulo 2^32
    MAS_SUM_FLOAT, // in the lane order, whatever the workgroup size (reduce_shared.h)
    MAS_MIN_UINT,
    MAS_MAX_UINT,
    MAS_MIN_INT,
    MAS_MAX_INT,
    MAS_MIN_FLOAT,
    MAS_MAX_FLOAT,
    MAS_BOUNDS, // of vec4, w ignored; two vec4, lowest and highest corner, w = 0
    MAS_REDUCTIONS
} mas_reduction;

typedef struct mas_reduce
{
    mas_reduction reduction;
    mas_pass blocks, finish;
    mas_span block_result, block_list;
    mas_span list, result;
} mas_reduce;

extern const mas_kernel_desc mas_reduce_kernels[];
extern const uint32_t mas_reduce_kernel_count;

// Scratch for a list of at most capacity entries.
void mas_reduce_plan(mas_reduce*, mas_arena*, mas_reduction, uint32_t capacity);
// values: one word, or for bounds a vec4, per entry of list. result: one word, or two vec4.
massa_result mas_reduce_create(mas_reduce*, mas_kernels*, mas_span values, mas_span list, mas_span result);
void mas_reduce_record(const mas_reduce*, mas_recorder*);

#endif
