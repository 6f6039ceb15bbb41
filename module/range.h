// Ranges, as the files that check what strangers send need them.
#ifndef MAS_RANGE_H
#define MAS_RANGE_H

#include <stdbool.h>

static inline bool within(float value, float least, float most)
{
    return value >= least && value <= most; // false for NaN
}

#endif
