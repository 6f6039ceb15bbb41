#ifndef MAS_ORACLE_CORRECT_H
#define MAS_ORACLE_CORRECT_H

#include "liquid.h"

#include <stdbool.h>

void oracle_correct(oracle_liquid*, bool first); // weighed -> places and corrections so far
void oracle_correct_commit(oracle_liquid*);      // corrections -> position, velocity by slot

#endif
