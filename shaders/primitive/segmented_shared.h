#ifndef MAS_SEGMENTED_SHARED_H
#define MAS_SEGMENTED_SHARED_H

#include "reduce_shared.h"

// A run of at most so many entries is one thread's work, a longer one its whole group's. Never changes a result.
#define SEGMENTED_ALONE 256

#endif
