// Scan: exclusive sums of uint32 over a list, in two dispatches of one group per LIST_BLOCK entries.
//   reduce  sums of chunks and blocks                    scan_reduce.comp
//   scan    each entry the sum of all before it, total   scan.comp, scan_in_place.comp
// The second dispatch adds up the block sums before its own block by itself: a third one between them would cost more
// than the at most 8191 loads per group that it saves. An empty list dispatches nothing; its total comes from the fill.
#include "scan.h"
#include "primitive/scan_shared.h"

#include <assert.h>

enum
{
    REDUCE,
    APART,
    IN_PLACE
};

const mas_kernel_desc mas_scan_kernels[] = {
    [REDUCE]   = { "scan_reduce", "rwwrr", .items = LIST_BLOCK, .narrow = 8 },
    [APART]    = { "scan", "rrrwrrww", .items = LIST_BLOCK, .narrow = 8 },
    [IN_PLACE] = { "scan_in_place", "rrrwxx", .items = LIST_BLOCK, .narrow = 8 },
};
const uint32_t mas_scan_kernel_count = MAS_COUNT(mas_scan_kernels);

mas_scan_sums mas_scan_plan_sums(mas_arena* arena, uint32_t capacity)
{
    const uint64_t blocks = ((uint64_t)capacity + LIST_BLOCK - 1) / LIST_BLOCK;
    return (mas_scan_sums){
        .chunk_base = mas_plan(arena, MAS_SCRATCH, "scan chunk base", blocks * SCAN_MAX_THREADS, sizeof(uint32_t)),
        .block_sum  = mas_plan(arena, MAS_SCRATCH, "scan block sum", blocks, sizeof(uint32_t)),
    };
}

void mas_scan_plan(mas_scan* s, mas_arena* arena, uint32_t capacity)
{
    s->sums = mas_scan_plan_sums(arena, capacity);
}

massa_result mas_scan_create(mas_scan* s, mas_kernels* kernels, mas_span values, mas_span sums, mas_span list,
                             mas_span total)
{
    const bool in_place = values.memory == sums.memory && values.offset == sums.offset;
    assert(in_place || values.memory != sums.memory || values.offset + values.size <= sums.offset ||
           sums.offset + sums.size <= values.offset);
    s->list  = list;
    s->total = mas_span_part(total, 0, 1);
    MAS_TRY(mas_bind(kernels, &s->reduce, &mas_scan_kernels[REDUCE], list, s->sums.chunk_base, s->sums.block_sum,
                     values, values));
    if (in_place)
        return mas_bind(kernels, &s->scan, &mas_scan_kernels[IN_PLACE], list, s->sums.chunk_base, s->sums.block_sum,
                        s->total, values, values);
    return mas_bind(kernels, &s->scan, &mas_scan_kernels[APART], list, s->sums.chunk_base, s->sums.block_sum, s->total,
                    values, values, sums, sums);
}

void mas_scan_record(const mas_scan* s, mas_recorder* rec)
{
    mas_fill(rec, s->total, 0);
    mas_run_list(rec, &s->reduce, s->list, NULL);
    mas_run_list(rec, &s->scan, s->list, NULL);
}
