// Segmented reduce: finds the runs of equal keys, then adds up each, in three dispatches.
//   unique  start of each run             unique.c
//   sum     key and sum of each run       segmented.comp
// Work is linear in the entries whatever the runs are. A long run is one workgroup's work: a list that is one single
// run goes at the speed of one workgroup, where reduce.c would use the whole device.
#include "segmented.h"
#include "primitive/segmented_shared.h"

// Constants: words per key, kind of value. In order of mas_segment_value, keys of one word first.
const mas_kernel_desc mas_segmented_kernels[] = {
    { "segmented", "rrrrrww", .constant = { 1, REDUCE_UINT } },
    { "segmented", "rrrrrww", .constant = { 1, REDUCE_FLOAT } },
    { "segmented", "rrrrrww", .constant = { 2, REDUCE_UINT } },
    { "segmented", "rrrrrww", .constant = { 2, REDUCE_FLOAT } },
};
const uint32_t mas_segmented_kernel_count = MAS_COUNT(mas_segmented_kernels);

void mas_segmented_plan(mas_segmented* s, mas_arena* arena, uint32_t capacity)
{
    mas_unique_plan(&s->unique, arena, capacity);
}

massa_result mas_segmented_create(mas_segmented* s, mas_kernels* kernels, mas_segment_value value, mas_span keys,
                                  mas_span values, mas_span list, const mas_runs* runs)
{
    const mas_kernel_desc* kernel = &mas_segmented_kernels[(keys.stride == 8 ? 2 : 0) + value];
    s->run_list                   = runs->list;
    MAS_TRY(mas_unique_create(&s->unique, kernels, keys, list, mas_span_part(runs->start, 0, mas_span_count(runs->key)),
                              runs->list));
    return mas_bind(kernels, &s->sum, kernel, list, keys, values, runs->list, runs->start, runs->key, runs->sum);
}

void mas_segmented_record(const mas_segmented* s, mas_recorder* rec)
{
    mas_unique_record(&s->unique, rec);
    mas_run_list(rec, &s->sum, s->run_list, NULL);
}
