// The uniform grid of cells as a broad phase, in two registrations.
#ifndef MAS_CELLS_H
#define MAS_CELLS_H

#include "collision/cells_shared.h"
#include "pairs.h"
#include "primitive/radix_sort.h"

typedef struct mas_cells
{
    uint32_t registration; // CELLS_LABELS, CELLS_OWNER, CELLS_BY_CELL
    mas_span sizes;        // cells_sizes
    mas_span key, entry;   // CELLS_EACH per collider; sorted by key
    mas_span head, place;  // by sorted entry: begins a collision cell, such before it
    mas_span run, runs;    // cells_run, and a uint: how many
    mas_span link;         // cells_home by collider, or cells_range by collider and step
    mas_span entries;      // header of the entries, used or not
    mas_radix_sort sort;
    mas_scan scan;
    mas_pairs_scan pairs;
    mas_pass measure, enter, heads, list, join, count, write;
} mas_cells;

extern const mas_kernel_desc mas_cells_kernels[];
extern const uint32_t mas_cells_kernel_count;

void mas_cells_plan(mas_cells*, mas_arena*, const mas_colliders*, const mas_pairs*, uint32_t registration);
massa_result mas_cells_create(mas_cells*, mas_kernels*, const mas_colliders*, const mas_pairs*);
// colliders: slots in use. cell: m, edge of the cells, up to 1e9; 0, or too short for the largest collider: the
// shortest that finds all pairs.
void mas_cells_record(const mas_cells*, mas_recorder*, uint32_t colliders, float cell);

#endif
