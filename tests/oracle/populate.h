#ifndef MAS_ORACLE_POPULATE_H
#define MAS_ORACLE_POPULATE_H

#include "particle/populate_shared.h"
#include "particles.h"

// Particles come to their slots at the recorded place, with the mass of their layer, or leave zeros behind.
void oracle_populate(oracle_particles*, const particle_record*, uint32_t count);

#endif
