// Entries in the order of (cell, entry), and where each cell begins.
#ifndef ORACLE_CELL_SORT_H
#define ORACLE_CELL_SORT_H

#include <stdint.h>

// start: cells + 1. sorted: count.
void oracle_cell_sort(const uint32_t* key, uint32_t count, uint32_t cells, uint32_t* start, uint32_t* sorted);

#endif
