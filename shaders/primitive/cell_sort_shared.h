// Sort by cell: sizes and push constants (compute/primitive/cell_sort.c tells the story).
#ifndef MAS_CELL_SORT_SHARED_H
#define MAS_CELL_SORT_SHARED_H

#include "list_shared.h"

#define CELL_SORT_GAP 64 // cells that a thread begins for four entries; more are left to its group

STRUCT(cell_sort_push)
{
    uint cells; // keys are below
};

#endif
