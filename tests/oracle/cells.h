// Twin of the grid's registration (compute/collision/cells.c): entries, collision cells and control bits; and the grid
// as a sequential broad phase, by the rules of the seeds.
#ifndef MAS_ORACLE_CELLS_H
#define MAS_ORACLE_CELLS_H

#include "colliders.h"
#include "collision/cells_shared.h"

typedef struct oracle_cells
{
    uint32_t registration; // CELLS_LABELS or CELLS_OWNER
    uint32_t entries;      // in use
    uint32_t runs;
    uint32_t *key, *entry; // sorted
    cells_run* run;
    uint32_t* control; // by collider; labels only
} oracle_cells;

// cell: m, as mas_cells_record takes it.
oracle_cells oracle_register_cells(const oracle_colliders*, uint32_t registration, float cell);
void oracle_destroy_cells(oracle_cells*);

// How often two colliders are candidates, in all collision cells.
uint32_t oracle_count_meetings(const oracle_cells*, uint32_t i, uint32_t j);
// All pairs but those with planes, by one sweep over the collision cells; as oracle_find_pairs has them.
oracle_pairs oracle_find_pairs_in_cells(const oracle_colliders*, const oracle_cells*);

// All pairs in the device's order: by owner, who stands first in the cell of the two; each by its step to that cell,
// then as partners stand there, then those without bounds.
oracle_pairs oracle_cells_pairs(const oracle_colliders*, uint32_t registration);

#endif
