// Scan: exclusive sums of uint32 over a list, in two dispatches of one group per LIST_BLOCK entries.
//   fill    sums of piles <- 0
//   reduce  sums of chunks, blocks and piles of blocks   scan_reduce.comp
//   scan    each entry the sum of all before it, total   scan.comp, scan_in_place.comp
// The second dispatch adds up what is before its own block by itself: a third one between them would cost more than the
// loads that it saves, one per pile before and a quarter per block of its own pile. An empty list dispatches nothing;
// its total comes from the fill.
//
// Where a CPU plays the device with subgroups of eight lanes, one of them has a block to itself (scan_together.glsl),
// and scans a short list alone, in one dispatch that reads every entry once. lavapipe 25 on a Zen 4, CPU time of one
// thread, best of interleaved runs, 4M entries: reduce 2.13 -> 1.46 ms, scan 4.24 -> 2.87; a loop in C takes 1.2 to add
// them up and 1.5 to scan them, and a kernel that only copies 2.4. Per lane and turn 8 entries instead of 16: scan 3.1;
// 32: 3.1; 64: 4.6. One team alone: 128k entries 135 -> 104 us, 512k 461 -> 337, where it had 4 a lane in loads half as
// wide. A dispatch costs two threads 7 to 30 us beside its work, so two of them pay above 128k; with more threads
// sooner, hence SCAN_TOGETHER.
#include "scan.h"
#include "primitive/scan_shared.h"

#include <assert.h>

enum
{
    REDUCE,
    APART,
    IN_PLACE,
    TOGETHER_REDUCE,
    TOGETHER_APART,
    TOGETHER_IN_PLACE,
    ALONE_APART,
    ALONE_IN_PLACE
};

const mas_kernel_desc mas_scan_kernels[] = {
    [REDUCE]            = { "scan_reduce", "rwxrr", .items = LIST_BLOCK, .narrow = 8 },
    [APART]             = { "scan", "rrrwrrww", .items = LIST_BLOCK, .narrow = 8 },
    [IN_PLACE]          = { "scan_in_place", "rrrwxx", .items = LIST_BLOCK, .narrow = 8 },
    [TOGETHER_REDUCE]   = { "scan_together_reduce", "rxrr", .items = LIST_BLOCK, .narrow = SCAN_TEAM },
    [TOGETHER_APART]    = { "scan_together", "rrwrrww", .items = LIST_BLOCK, .narrow = SCAN_TEAM },
    [TOGETHER_IN_PLACE] = { "scan_together_in_place", "rrwxx", .items = LIST_BLOCK, .narrow = SCAN_TEAM },
    [ALONE_APART]       = { "scan_together", "rrwrrww", .items = LIST_BLOCK, .narrow = SCAN_TEAM, .constant = { 1 } },
    [ALONE_IN_PLACE]    = { "scan_together_in_place", "rrwxx", .items = LIST_BLOCK, .narrow = SCAN_TEAM,
                            .constant = { 1 } },
};
const uint32_t mas_scan_kernel_count = MAS_COUNT(mas_scan_kernels);

_Static_assert(LIST_BLOCK % (SCAN_TEAM * SCAN_LANE_ENTRIES) == 0, "only the last block has an unfinished turn");
_Static_assert(SCAN_BLOCK_CHUNKS % SCAN_MAX_THREADS == 0, "every round of chunks is a full one");

static mas_span plan_block_sum(mas_arena* arena, uint32_t capacity)
{
    const uint64_t pile = (uint64_t)LIST_BLOCK * SCAN_PILE, piles = (capacity + pile - 1) / pile;
    return mas_plan(arena, MAS_SCRATCH, "scan block sum", piles * SCAN_PILE_STRIDE, sizeof(uint32_t));
}

mas_scan_sums mas_scan_plan_sums(mas_arena* arena, uint32_t capacity)
{
    const uint64_t blocks = ((uint64_t)capacity + LIST_BLOCK - 1) / LIST_BLOCK;
    return (mas_scan_sums){
        .chunk_sum = mas_plan(arena, MAS_SCRATCH, "scan chunk sum", blocks * SCAN_BLOCK_CHUNKS, sizeof(uint32_t)),
        .block_sum = plan_block_sum(arena, capacity),
    };
}

void mas_scan_plan(mas_scan* s, mas_arena* arena, uint32_t capacity)
{
    const mas_limits* limits = &arena->device->limits;
    s->together              = limits->software && limits->subgroup == SCAN_TEAM;
    s->alone                 = s->together && capacity <= SCAN_TOGETHER;
    if (s->together)
        s->sums = (mas_scan_sums){ .block_sum = plan_block_sum(arena, capacity) };
    else
        s->sums = mas_scan_plan_sums(arena, capacity);
}

static massa_result create_together(mas_scan* s, mas_kernels* kernels, mas_span values, mas_span sums, bool in_place)
{
    const mas_kernel_desc* scan = &mas_scan_kernels[s->alone ? (in_place ? ALONE_IN_PLACE : ALONE_APART)
                                                             : (in_place ? TOGETHER_IN_PLACE : TOGETHER_APART)];
    const mas_span block_sum    = s->sums.block_sum;
    if (!s->alone)
        MAS_TRY(mas_bind(kernels, &s->reduce, &mas_scan_kernels[TOGETHER_REDUCE], s->list, block_sum, values, values));
    return mas_bind(kernels, &s->scan, scan, s->list, block_sum, s->total, values, values, sums, sums);
}

massa_result mas_scan_create(mas_scan* s, mas_kernels* kernels, mas_span values, mas_span sums, mas_span list,
                             mas_span total)
{
    const bool in_place = values.memory == sums.memory && values.offset == sums.offset;
    assert(in_place || values.memory != sums.memory || values.offset + values.size <= sums.offset ||
           sums.offset + sums.size <= values.offset);
    s->list  = list;
    s->total = mas_span_part(total, 0, 1);
    if (s->together) return create_together(s, kernels, values, sums, in_place);
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
    if (!s->alone)
    {
        mas_fill(rec, s->sums.block_sum, 0);
        mas_run_list(rec, &s->reduce, s->list, NULL);
    }
    mas_run_list(rec, &s->scan, s->list, NULL);
}
