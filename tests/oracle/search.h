// Twin of shaders/particle/search.comp.
#ifndef MAS_ORACLE_SEARCH_H
#define MAS_ORACLE_SEARCH_H

#include "particles.h"

// Lists of all particles nearer than the sum of the radii, after oracle_grid. A list's order: layers, rows by z, then
// y, then cells by x, then slots; the first params.neighbours are kept.
void oracle_search(oracle_particles*);

// The same by looking at all pairs, in no order of interest: places, rising. Returns how many; out has room for all.
uint32_t oracle_search_all(const oracle_particles*, uint32_t place, uint32_t* out);

#endif
