// Cell sort: entries by cell, inside a cell by their number in the list.
//   fill   starts <- 0, which is right when there are no entries
//   sort   (cell, number), stable, as many bits as a cell has   radix_sort.c, three dispatches per 8 bits
//   begin  sorted cells -> where each cell begins               cell_sort.comp
// Stable, so nothing has to be ordered inside a cell, nothing depends on scheduling, and time does not depend on how
// the entries are spread: all in one cell costs the same.
//
// Counting by atomics, scan, scatter and an order by comparison inside cells are five dispatches instead of ten, but
// each entry then touches three far places. Random keys, 1M entries in 2M cells, CPU time on lavapipe 25 (AMD, pages of
// 4 KiB): counting 125 ms, 70 when the entries are first split into buckets that a group counts and orders alone; this
// 46; the 32-bit radix sort 41.
#include "cell_sort.h"
#include "primitive/cell_sort_shared.h"

#include <assert.h>

const mas_kernel_desc mas_cell_sort_kernels[] = {
    { "cell_sort", "rrw", sizeof(cell_sort_push), .items = LIST_BLOCK },
};
const uint32_t mas_cell_sort_kernel_count = MAS_COUNT(mas_cell_sort_kernels);

static uint32_t bits(uint32_t value) // at least 1
{
    uint32_t n = 1;
    while (n < 32 && value >> n != 0)
        ++n;
    return n;
}

void mas_cell_sort_plan(mas_cell_sort* s, mas_arena* arena, uint32_t capacity, uint32_t cells)
{
    assert(cells >= 1 && cells < UINT32_MAX);
    s->cells      = cells;
    s->sorted_key = mas_plan(arena, MAS_SCRATCH, "cell sort keys", ((uint64_t)capacity + 3) / 4 * 4, sizeof(uint32_t));
    mas_radix_sort_plan_numbered(&s->sort, arena, capacity, bits(cells - 1));
}

massa_result mas_cell_sort_create(mas_cell_sort* s, mas_kernels* kernels, mas_span key, mas_span start, mas_span sorted,
                                  mas_span list)
{
    s->start = mas_span_part(start, 0, (uint64_t)s->cells + 1);
    s->list  = list;
    MAS_TRY(mas_radix_sort_create_numbered(&s->sort, kernels, key, s->sorted_key, sorted, list));
    return mas_bind(kernels, &s->begin, &mas_cell_sort_kernels[0], list, s->sorted_key, s->start);
}

void mas_cell_sort_record(const mas_cell_sort* s, mas_recorder* rec)
{
    const cell_sort_push push = { .cells = s->cells };
    mas_fill(rec, s->start, 0);
    mas_radix_sort_record(&s->sort, rec);
    mas_run_list(rec, &s->begin, s->list, &push);
}
