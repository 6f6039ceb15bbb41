// Counting sort by cell: the entries of a list in the order of (cell, entry), and where each cell begins.
#ifndef MAS_CELL_SORT_H
#define MAS_CELL_SORT_H

#include "scan.h"

typedef struct mas_cell_sort
{
    uint32_t cells, id_passes;
    mas_span rank, spare; // per entry
    mas_span cell_list;   // cells + 1 entries, or none when there is nothing to sort
    mas_span scan_total;
    mas_span long_list; // cells with more than CELL_SORT_LONG entries; count is theirs after the sort
    mas_span long_cell;
    mas_span start, list;
    mas_scan scan;
    mas_pass count, scatter, order, order_long;
} mas_cell_sort;

extern const mas_kernel_desc mas_cell_sort_kernels[];
extern const uint32_t mas_cell_sort_kernel_count;

// Scratch for a list of at most capacity entries in cells (1 .. 2^25 - 1) cells.
void mas_cell_sort_plan(mas_cell_sort*, mas_arena*, uint32_t capacity, uint32_t cells);
// key: one uint per entry, below cells. start: cells + 1 uints; cell c has start[c] .. start[c + 1] - 1 of sorted, and
// start[cells] is the list's count. sorted: one uint per entry, the number of an entry; from the list's count on they
// stay as they are. Six dispatches at most, none of which has a group when the list is empty.
massa_result mas_cell_sort_create(mas_cell_sort*, mas_kernels*, mas_span key, mas_span start, mas_span sorted,
                                  mas_span list);
void mas_cell_sort_record(const mas_cell_sort*, mas_recorder*);

#endif
