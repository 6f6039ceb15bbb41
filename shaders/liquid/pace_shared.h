#ifndef MAS_PACE_SHARED_H
#define MAS_PACE_SHARED_H

#include "liquid/liquid_shared.h"

#define LIQUID_STRIDE 0.5 // spacings: as far as a particle goes in a part, if the host allows enough of them
#define LIQUID_WAVE 0.4   // reaches: the same of sound, that of the state equation, from the fastest particle

STRUCT(pace_push)
{
    mas_range range; // one thread
    uint cells;      // of the grid's table
    uint spare;
};

#endif
