#ifndef MAS_ORACLE_LIQUID_POUR_H
#define MAS_ORACLE_LIQUID_POUR_H

#include "liquid.h"
#include "particle/populate_shared.h"

// Each record in its order takes the first free slot below slots, which becomes the particles' number of slots; who
// finds none is counted.
void oracle_pour(oracle_liquid*, uint32_t slots, const particle_record*, uint32_t count);

#endif
