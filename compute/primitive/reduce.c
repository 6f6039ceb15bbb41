// Reduce: one result from a list, in two dispatches.
//   blocks  one result per LIST_BLOCK entries, and their list   reduce.comp, reduce_bounds.comp
//   finish  one result from those of the blocks                 reduce_finish.comp, reduce_bounds_finish.comp
// The second runs on the list of block results, which stays empty when the list is: then nothing is dispatched and the
// result is what was written first.
#include "reduce.h"
#include "primitive/reduce_shared.h"

#define FIRST(name, ...)                                                                                               \
    {                                                                                                                  \
        name, "rrww", .items = LIST_BLOCK, .constant = { __VA_ARGS__ }                                                 \
    }
#define LAST(name, ...)                                                                                                \
    {                                                                                                                  \
        name, "rrw", .items = LIST_BLOCK, .constant = { __VA_ARGS__ }                                                  \
    }

// By reduction; those of the finish follow.
const mas_kernel_desc mas_reduce_kernels[] = {
    [MAS_SUM_UINT]  = FIRST("reduce", REDUCE_SUM, REDUCE_UINT),
    [MAS_SUM_FLOAT] = FIRST("reduce", REDUCE_SUM, REDUCE_FLOAT),
    [MAS_MIN_UINT]  = FIRST("reduce", REDUCE_MIN, REDUCE_UINT),
    [MAS_MAX_UINT]  = FIRST("reduce", REDUCE_MAX, REDUCE_UINT),
    [MAS_MIN_INT]   = FIRST("reduce", REDUCE_MIN, REDUCE_INT),
    [MAS_MAX_INT]   = FIRST("reduce", REDUCE_MAX, REDUCE_INT),
    [MAS_MIN_FLOAT] = FIRST("reduce", REDUCE_MIN, REDUCE_FLOAT),
    [MAS_MAX_FLOAT] = FIRST("reduce", REDUCE_MAX, REDUCE_FLOAT),
    [MAS_BOUNDS]    = FIRST("reduce_bounds", 0),

    [MAS_REDUCTIONS + MAS_SUM_UINT]  = LAST("reduce_finish", REDUCE_SUM, REDUCE_UINT),
    [MAS_REDUCTIONS + MAS_SUM_FLOAT] = LAST("reduce_finish", REDUCE_SUM, REDUCE_FLOAT),
    [MAS_REDUCTIONS + MAS_MIN_UINT]  = LAST("reduce_finish", REDUCE_MIN, REDUCE_UINT),
    [MAS_REDUCTIONS + MAS_MAX_UINT]  = LAST("reduce_finish", REDUCE_MAX, REDUCE_UINT),
    [MAS_REDUCTIONS + MAS_MIN_INT]   = LAST("reduce_finish", REDUCE_MIN, REDUCE_INT),
    [MAS_REDUCTIONS + MAS_MAX_INT]   = LAST("reduce_finish", REDUCE_MAX, REDUCE_INT),
    [MAS_REDUCTIONS + MAS_MIN_FLOAT] = LAST("reduce_finish", REDUCE_MIN, REDUCE_FLOAT),
    [MAS_REDUCTIONS + MAS_MAX_FLOAT] = LAST("reduce_finish", REDUCE_MAX, REDUCE_FLOAT),
    [MAS_REDUCTIONS + MAS_BOUNDS]    = LAST("reduce_bounds_finish", 0),
};
const uint32_t mas_reduce_kernel_count = MAS_COUNT(mas_reduce_kernels);

#define INFINITE 0x7F800000u // bits of a float
#define SIGN 0x80000000u

// What an empty list gives, in words.
static const uint32_t nothing[MAS_REDUCTIONS][8] = {
    [MAS_MIN_UINT]  = { UINT32_MAX },
    [MAS_MIN_INT]   = { INT32_MAX },
    [MAS_MAX_INT]   = { SIGN },
    [MAS_MIN_FLOAT] = { INFINITE },
    [MAS_MAX_FLOAT] = { SIGN | INFINITE },
    [MAS_BOUNDS]    = { INFINITE, INFINITE, INFINITE, 0, SIGN | INFINITE, SIGN | INFINITE, SIGN | INFINITE, 0 },
};

static uint32_t result_bytes(mas_reduction reduction)
{
    return reduction == MAS_BOUNDS ? 32 : 4;
}

void mas_reduce_plan(mas_reduce* r, mas_arena* arena, mas_reduction reduction, uint32_t capacity)
{
    const uint64_t blocks = ((uint64_t)capacity + LIST_BLOCK - 1) / LIST_BLOCK;
    r->reduction          = reduction;
    r->block_result       = mas_plan(arena, MAS_SCRATCH, "reduce block result", blocks, result_bytes(reduction));
    r->block_list         = mas_plan_list(arena, MAS_SCRATCH, "reduce block list");
}

massa_result mas_reduce_create(mas_reduce* r, mas_kernels* kernels, mas_span values, mas_span list, mas_span result)
{
    r->list   = list;
    r->result = result;
    MAS_TRY(
        mas_bind(kernels, &r->blocks, &mas_reduce_kernels[r->reduction], list, values, r->block_result, r->block_list));
    return mas_bind(kernels, &r->finish, &mas_reduce_kernels[MAS_REDUCTIONS + r->reduction], list, r->block_result,
                    result);
}

void mas_reduce_record(const mas_reduce* r, mas_recorder* rec)
{
    const list_header none = mas_list_complete(rec->kernels, 0, 0);
    mas_write(rec, r->result, nothing[r->reduction], result_bytes(r->reduction));
    mas_write(rec, r->block_list, &none, sizeof none);
    mas_run_list(rec, &r->blocks, r->list, NULL);
    mas_run_list(rec, &r->finish, r->block_list, NULL);
}
