// Twin of shaders/liquid/sph_density.comp and sph_force.comp.
#ifndef MAS_ORACLE_SPH_H
#define MAS_ORACLE_SPH_H

#include "liquid.h"

// After oracle_grid and oracle_search, with walls filled in. weighed.w and packed: density, 1 at rest.
void oracle_sph_density(oracle_liquid*);
// After it: position and velocity of every particle, by slot; state.speed. Whom a drain took is gone from its slot.
void oracle_sph_force(oracle_liquid*);

float oracle_sph_wall(float s);                                 // density that a wall at s reaches adds
float oracle_sph_pressure(const liquid_params*, float density); // over rest density, J/kg

#endif
