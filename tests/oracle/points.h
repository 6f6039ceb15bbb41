// Twin of compute/subdivision/points.c.
#ifndef MAS_ORACLE_POINTS_H
#define MAS_ORACLE_POINTS_H

#include "surfaces.h"

// Rows of surfaces for which stale is not 0: sums in the order of their entries.
void oracle_points(oracle_surfaces*, const uint32_t* stale);

#endif
