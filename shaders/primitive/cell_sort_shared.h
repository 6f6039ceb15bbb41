// Counting sort by cell: sizes and push constants (compute/primitive/cell_sort.c tells the story).
#ifndef MAS_CELL_SORT_SHARED_H
#define MAS_CELL_SORT_SHARED_H

#include "list_shared.h"

// Entries in a cell that one thread orders, at worst by comparing all with all. A cell with more is long and gets a group
// of its own, which takes time proportional to its entries.
#define CELL_SORT_LONG 256
#define CELL_SORT_DIGITS 256 // long cells are ordered by 8 bits of the id at a time
#define CELL_SORT_COLUMNS 8  // threads that do it, each with its own counters

STRUCT(cell_sort_push)
{
    uint cells;     // T: keys are below
    uint id_passes; // digits in an id, made even
};

#endif
