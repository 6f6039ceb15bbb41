// One part of a substep of a liquid in plain C, and a whole step.
#ifndef MAS_ORACLE_PART_H
#define MAS_ORACLE_PART_H

#include "liquid.h"

typedef void oracle_find_walls(oracle_liquid*, void* user); // fills wall and wall_count of all places

void oracle_part_find(oracle_liquid*);                       // free flight, grid, search
void oracle_part_solve(oracle_liquid*, uint32_t iterations); // density and correct, and the new state
// Pace, parts of so many substeps, settle.
void oracle_liquid_step(oracle_liquid*, uint32_t substeps, uint32_t iterations, oracle_find_walls*, void* user);

#endif
