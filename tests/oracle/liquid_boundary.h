// Twins of shaders/liquid/boundary*.comp.
#ifndef MAS_ORACLE_LIQUID_BOUNDARY_H
#define MAS_ORACLE_LIQUID_BOUNDARY_H

#include "liquid.h"

// After a search, part number part of a substep: wall and wall_count of all places below slots, from the colliders of
// the particles; who is in a drain is gone from its slot.
void oracle_liquid_boundary(oracle_liquid*, const hull_data*, uint32_t part);
// Particles by slot inside sensors, at [collider * LIQUID_MAX + liquid].
void oracle_liquid_sensors(const oracle_liquid*, const hull_data*, uint32_t* count);

#endif
