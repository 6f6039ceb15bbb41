// Compact: a scan over flags that never stores its sums, in two dispatches.
//   count  kept entries per chunk and block                         compact_count.comp
//   keep   each kept entry's index to its place, the list's header  compact.comp
// An empty list dispatches nothing, so an empty header is written first.
#include "compact.h"
#include "primitive/compact_shared.h"

enum
{
    COUNT,
    KEEP
};

const mas_kernel_desc mas_compact_kernels[] = {
    [COUNT] = { "compact_count", "rwxrr", .items = LIST_BLOCK, .narrow = 8 },
    [KEEP]  = { "compact", "rrrwwrr", sizeof(compact_push), .items = LIST_BLOCK, .narrow = 8 },
};
const uint32_t mas_compact_kernel_count = MAS_COUNT(mas_compact_kernels);

void mas_compact_plan(mas_compact* c, mas_arena* arena, uint32_t capacity)
{
    c->sums = mas_scan_plan_sums(arena, capacity);
}

massa_result mas_compact_create(mas_compact* c, mas_kernels* kernels, mas_span flags, mas_span list, mas_span kept,
                                mas_span kept_list)
{
    c->list      = list;
    c->kept_list = kept_list;
    c->capacity  = (uint32_t)mas_span_count(kept);
    MAS_TRY(mas_bind(kernels, &c->count, &mas_compact_kernels[COUNT], list, c->sums.chunk_sum, c->sums.block_sum, flags,
                     flags));
    return mas_bind(kernels, &c->keep, &mas_compact_kernels[KEEP], list, c->sums.chunk_sum, c->sums.block_sum, kept,
                    kept_list, flags, flags);
}

void mas_compact_record(const mas_compact* c, mas_recorder* rec)
{
    const list_header empty = mas_list_complete(rec->kernels, 0, c->capacity);
    const compact_push push = { .capacity = c->capacity };
    mas_write(rec, c->kept_list, &empty, sizeof empty);
    mas_fill(rec, c->sums.block_sum, 0);
    mas_run_list(rec, &c->count, c->list, NULL);
    mas_run_list(rec, &c->keep, c->list, &push);
}
