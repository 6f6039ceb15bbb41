// Cell sort: counting sort of entries by cell, inside a cell by entry number.
//   fill     counts <- 0
//   count    entry -> its cell's count, its rank there   cell_sort_count.comp
//   scan     counts -> starts, in place                  scan.c, two dispatches, or one
//   scatter  entry -> start + rank                       cell_sort_scatter.comp
//   order    inside each cell by number                  cell_sort_order.comp
//   long     the same for cells with many entries        cell_sort_long.comp
// Ranks come from an atomic, so the order inside a cell after scatter depends on scheduling. order restores the order
// of entry numbers. It walks cells and not entries: most cells have nothing to order, accesses stay close together, and
// only entries that move are stored. Cells with more than CELL_SORT_LONG entries go into a list, and a group each sorts
// them by radix. With all entries in one cell the sort is slow, because one group works, but not quadratic.
//
// Everything runs indirectly. Without entries no group starts, and the counts that the fill cleared are the starts.
// Cell sort takes half the dispatches of a radix sort of the keys (module/docs/lab/primitive.md, "Cell sort").
#include "cell_sort.h"
#include "primitive/cell_sort_shared.h"

#include <assert.h>

enum
{
    COUNT,
    SCATTER,
    ORDER,
    LONG
};

enum // bindings of count
{
    COUNT_LIST,
    COUNT_KEY,
    COUNT_COUNT,
    COUNT_RANK,
    COUNT_CELL_LIST
};

static const char* const count_bindings[MAS_MAX_BINDINGS] = {
    [COUNT_LIST] = "List",          [COUNT_KEY] = "Key", [COUNT_COUNT] = "Count", [COUNT_RANK] = "Rank",
    [COUNT_CELL_LIST] = "CellList",
};

enum // bindings of scatter
{
    SCATTER_LIST,
    SCATTER_KEY,
    SCATTER_RANK,
    SCATTER_START,
    SCATTER_SORTED,
    SCATTER_LONG_LIST,
    SCATTER_LONG_CELL
};

static const char* const scatter_bindings[MAS_MAX_BINDINGS] = {
    [SCATTER_LIST] = "List",          [SCATTER_KEY] = "Key",       [SCATTER_RANK] = "Rank",
    [SCATTER_START] = "Start",        [SCATTER_SORTED] = "Sorted", [SCATTER_LONG_LIST] = "LongList",
    [SCATTER_LONG_CELL] = "LongCell",
};

enum // bindings of order
{
    ORDER_CELL_LIST,
    ORDER_START,
    ORDER_SORTED
};

static const char* const order_bindings[MAS_MAX_BINDINGS] = {
    [ORDER_CELL_LIST] = "CellList",
    [ORDER_START]     = "Start",
    [ORDER_SORTED]    = "Sorted",
};

enum // bindings of long
{
    LONG_LONG_LIST,
    LONG_LONG_CELL,
    LONG_START,
    LONG_SPARE,
    LONG_SORTED
};

static const char* const long_bindings[MAS_MAX_BINDINGS] = {
    [LONG_LONG_LIST] = "LongList", [LONG_LONG_CELL] = "LongCell", [LONG_START] = "Start",
    [LONG_SPARE] = "Spare",        [LONG_SORTED] = "Sorted",
};

const mas_kernel_desc mas_cell_sort_kernels[] = {
    [COUNT]   = { "cell_sort_count", "rrxww", sizeof(cell_sort_push), .items = LIST_BLOCK, .binding = count_bindings },
    [SCATTER] = { "cell_sort_scatter", "rrrrwxw", .items = LIST_BLOCK, .binding = scatter_bindings },
    [ORDER]   = { "cell_sort_order", "rrx", .items = LIST_BLOCK, .binding = order_bindings },
    [LONG]    = { "cell_sort_long", "rrrxx", sizeof(cell_sort_push), .items = LIST_BLOCK, .binding = long_bindings },
};
const uint32_t mas_cell_sort_kernel_count = MAS_COUNT(mas_cell_sort_kernels);

static uint32_t digits(uint32_t entries)
{
    uint32_t n = 1;
    while (n < 4 && (entries - 1) >> 8 * n != 0)
        ++n;
    return n;
}

// The kernels read and write in fours; spans begin and end at multiples of 256 bytes, so a last odd piece has room.
static mas_span in_fours(mas_span s)
{
    s.size = (s.size + 15) / 16 * 16;
    return s;
}

void mas_cell_sort_plan(mas_cell_sort* s, mas_arena* arena, uint32_t capacity, uint32_t cells)
{
    assert(cells >= 1);
    const uint32_t word = sizeof(uint32_t);
    s->cells            = cells;
    s->id_passes        = (digits(capacity > 0 ? capacity : 1) + 1) & ~1u; // even: ends where it began
    s->rank             = mas_plan(arena, MAS_SCRATCH, "cell sort rank", ((uint64_t)capacity + 3) / 4 * 4, word);
    s->spare            = mas_plan(arena, MAS_SCRATCH, "cell sort spare", capacity, word);
    s->cell_list        = mas_plan_list(arena, MAS_SCRATCH, "cell sort cells");
    s->scan_total       = mas_plan(arena, MAS_SCRATCH, "cell sort total", 1, word);
    s->long_list        = mas_plan_list(arena, MAS_SCRATCH, "cell sort long cells");
    s->long_cell = mas_plan(arena, MAS_SCRATCH, "cell sort long cell", capacity / (CELL_SORT_LONG + 1) + 1, word);
    mas_scan_plan(&s->scan, arena, cells + 1);
}

massa_result mas_cell_sort_create(mas_cell_sort* s, mas_kernels* kernels, mas_span key, mas_span start, mas_span sorted,
                                  mas_span list)
{
    const mas_kernel_desc* k = mas_cell_sort_kernels;
    const mas_span by        = in_fours(key);
    s->start                 = mas_span_part(start, 0, (uint64_t)s->cells + 1);
    s->list                  = list;
    MAS_TRY(mas_bind(kernels, &s->count, &k[COUNT], [COUNT_LIST] = list, [COUNT_KEY] = by, [COUNT_COUNT] = s->start,
                     [COUNT_RANK] = s->rank, [COUNT_CELL_LIST] = s->cell_list));
    MAS_TRY(mas_scan_create(&s->scan, kernels, s->start, s->start, s->cell_list, s->scan_total));
    MAS_TRY(mas_bind(
        kernels, &s->scatter,
        &k[SCATTER], [SCATTER_LIST] = list, [SCATTER_KEY] = by, [SCATTER_RANK] = s->rank, [SCATTER_START] = s->start,
        [SCATTER_SORTED] = sorted, [SCATTER_LONG_LIST] = s->long_list, [SCATTER_LONG_CELL] = s->long_cell));
    MAS_TRY(mas_bind(
        kernels, &s->order,
        &k[ORDER], [ORDER_CELL_LIST] = s->cell_list, [ORDER_START] = in_fours(s->start), [ORDER_SORTED] = sorted));
    return mas_bind(kernels, &s->order_long, &k[LONG], [LONG_LONG_LIST] = s->long_list, [LONG_LONG_CELL] = s->long_cell,
                    [LONG_START] = s->start, [LONG_SPARE] = s->spare, [LONG_SORTED] = sorted);
}

void mas_cell_sort_record(const mas_cell_sort* s, mas_recorder* rec)
{
    const cell_sort_push push = { .cells = s->cells, .id_passes = s->id_passes };
    const list_header empty   = { .group_y = 1, .group_z = 1, .block_y = 1, .block_z = 1 };
    mas_write(rec, s->cell_list, &empty, sizeof empty);
    mas_write(rec, s->long_list, &empty, sizeof empty);
    mas_fill(rec, s->start, 0);
    mas_run_list(rec, &s->count, s->list, &push);
    mas_scan_record(&s->scan, rec);
    mas_run_list(rec, &s->scatter, s->list, NULL);
    mas_run_list(rec, &s->order, s->cell_list, NULL);
    mas_run_list(rec, &s->order_long, s->long_list, &push);
}
