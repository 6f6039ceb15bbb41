#ifndef MAS_ORACLE_DENSITY_H
#define MAS_ORACLE_DENSITY_H

#include "liquid.h"

#include <stdbool.h>

void oracle_density(oracle_liquid*, bool first); // places so far -> weighed, packed; first: nothing is shifted yet

#endif
