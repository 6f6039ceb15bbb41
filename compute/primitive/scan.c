// Scan: exclusive sums of uint32 over a list, in two dispatches of one group per LIST_BLOCK entries.
//   fill    sums of piles <- 0
//   reduce  sums of chunks, blocks and piles of blocks   scan_reduce.comp
//   scan    each entry the sum of all before it, total   scan.comp, scan_in_place.comp
// The second dispatch adds up what is before its own block by itself: a third one between them would cost more than the
// loads that it saves, one per pile before and a quarter per block of its own pile. An empty list dispatches nothing;
// its total comes from the fill.
//
// Where a CPU plays the device with subgroups of eight lanes, one of them scans a short list in one dispatch
// (scan_together.glsl). It reads every entry once. lavapipe 25, CPU time: 32k entries 65 -> 34 us, 128k 235 -> 130,
// 512k 950 -> 530. A dispatch costs two threads 7 to 30 us beside its work, so two of them pay above 128k; with more
// threads sooner, hence SCAN_TOGETHER.
#include "scan.h"
#include "primitive/scan_shared.h"

#include <assert.h>

enum
{
    REDUCE,
    APART,
    IN_PLACE,
    TOGETHER_APART,
    TOGETHER_IN_PLACE
};

const mas_kernel_desc mas_scan_kernels[] = {
    [REDUCE]            = { "scan_reduce", "rwxrr", .items = LIST_BLOCK, .narrow = 8 },
    [APART]             = { "scan", "rrrwrrww", .items = LIST_BLOCK, .narrow = 8 },
    [IN_PLACE]          = { "scan_in_place", "rrrwxx", .items = LIST_BLOCK, .narrow = 8 },
    [TOGETHER_APART]    = { "scan_together", "rwrrww", .items = LIST_BLOCK, .narrow = SCAN_TEAM },
    [TOGETHER_IN_PLACE] = { "scan_together_in_place", "rwxx", .items = LIST_BLOCK, .narrow = SCAN_TEAM },
};
const uint32_t mas_scan_kernel_count = MAS_COUNT(mas_scan_kernels);

_Static_assert(SCAN_BLOCK_CHUNKS % SCAN_MAX_THREADS == 0, "every round of chunks is a full one");

mas_scan_sums mas_scan_plan_sums(mas_arena* arena, uint32_t capacity)
{
    const uint64_t blocks = ((uint64_t)capacity + LIST_BLOCK - 1) / LIST_BLOCK;
    const uint64_t piles  = (blocks + SCAN_PILE - 1) / SCAN_PILE;
    return (mas_scan_sums){
        .chunk_sum = mas_plan(arena, MAS_SCRATCH, "scan chunk sum", blocks * SCAN_BLOCK_CHUNKS, sizeof(uint32_t)),
        .block_sum = mas_plan(arena, MAS_SCRATCH, "scan block sum", piles * SCAN_PILE_STRIDE, sizeof(uint32_t)),
    };
}

void mas_scan_plan(mas_scan* s, mas_arena* arena, uint32_t capacity)
{
    const mas_limits* limits = &arena->device->limits;
    s->together              = limits->software && limits->subgroup == SCAN_TEAM && capacity <= SCAN_TOGETHER;
    if (!s->together) s->sums = mas_scan_plan_sums(arena, capacity);
}

massa_result mas_scan_create(mas_scan* s, mas_kernels* kernels, mas_span values, mas_span sums, mas_span list,
                             mas_span total)
{
    const bool in_place = values.memory == sums.memory && values.offset == sums.offset;
    assert(in_place || values.memory != sums.memory || values.offset + values.size <= sums.offset ||
           sums.offset + sums.size <= values.offset);
    s->list  = list;
    s->total = mas_span_part(total, 0, 1);
    if (s->together)
        return in_place
                   ? mas_bind(kernels, &s->scan, &mas_scan_kernels[TOGETHER_IN_PLACE], list, s->total, values, values)
                   : mas_bind(kernels, &s->scan, &mas_scan_kernels[TOGETHER_APART], list, s->total, values, values,
                              sums, sums);
    MAS_TRY(mas_bind(kernels, &s->reduce, &mas_scan_kernels[REDUCE], list, s->sums.chunk_sum, s->sums.block_sum, values,
                     values));
    if (in_place)
        return mas_bind(kernels, &s->scan, &mas_scan_kernels[IN_PLACE], list, s->sums.chunk_sum, s->sums.block_sum,
                        s->total, values, values);
    return mas_bind(kernels, &s->scan, &mas_scan_kernels[APART], list, s->sums.chunk_sum, s->sums.block_sum, s->total,
                    values, values, sums, sums);
}

void mas_scan_record(const mas_scan* s, mas_recorder* rec)
{
    mas_fill(rec, s->total, 0);
    mas_scan_record_again(s, rec);
}

void mas_scan_record_again(const mas_scan* s, mas_recorder* rec)
{
    if (!s->together)
    {
        mas_fill(rec, s->sums.block_sum, 0);
        mas_run_list(rec, &s->reduce, s->list, NULL);
    }
    mas_run_list(rec, &s->scan, s->list, NULL);
}
