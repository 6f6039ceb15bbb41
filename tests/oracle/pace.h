#ifndef MAS_ORACLE_PACE_H
#define MAS_ORACLE_PACE_H

#include "liquid.h"

void oracle_pace(oracle_liquid*); // state -> parts of a substep; part, inverse_part and share of the params

#endif
