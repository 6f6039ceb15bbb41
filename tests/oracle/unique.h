#ifndef MAS_ORACLE_UNIQUE_H
#define MAS_ORACLE_UNIQUE_H

#include <stdint.h>

// Index of the first key of each run of equal keys, the first capacity of them; returns the number of runs.
// A key is words (1 or 2) uints.
uint32_t oracle_unique(const uint32_t* keys, uint32_t words, uint32_t count, uint32_t* starts, uint32_t capacity);

#endif
