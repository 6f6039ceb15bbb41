#ifndef MAS_ORACLE_SETTLE_H
#define MAS_ORACLE_SETTLE_H

#include "liquid.h"

void oracle_settle(oracle_liquid*); // packed -> density by slot; largest speed. The twin has the rest by slot already.

#endif
