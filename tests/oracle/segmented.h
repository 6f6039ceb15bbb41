#ifndef MAS_ORACLE_SEGMENTED_H
#define MAS_ORACLE_SEGMENTED_H

#include <stdbool.h>
#include <stdint.h>

// For each run of equal keys, the first capacity of them: its key and the sum of its values; floats in 64 lanes (as
// oracle_sum_lanes). A key is words (1 or 2) uints. Returns the number of runs.
uint32_t oracle_segmented(const uint32_t* keys, uint32_t words, const void* values, bool floats, uint32_t count,
                          uint32_t* run_key, uint32_t* run_sum, uint32_t capacity);

#endif
