#ifndef MAS_ORACLE_PREDICT_H
#define MAS_ORACLE_PREDICT_H

#include "liquid.h"

void oracle_predict(oracle_liquid*); // position, velocity by slot -> predicted ones

#endif
