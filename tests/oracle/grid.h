// Twin of the particle grid (compute/particle/grid.c).
#ifndef MAS_ORACLE_GRID_H
#define MAS_ORACLE_GRID_H

#include "particles.h"

typedef struct oracle_cell
{
    int32_t x, y, z;
} oracle_cell;

// The cell of a layer's grid that holds a point, a quarter as wide as it is high and deep; the table's entry of a cell.
oracle_cell oracle_grid_cell(mas_vec4 position, float inverse_cell);
uint32_t oracle_grid_key(oracle_cell, uint32_t layer, const particle_params*);

// Retires what is no number or out of range, then sorts the living by (key, slot): start, sorted_position and
// sorted_velocity.
void oracle_grid(oracle_particles*);

#endif
