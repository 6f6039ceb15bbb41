#ifndef MAS_ORACLE_COMPACT_H
#define MAS_ORACLE_COMPACT_H

#include <stdint.h>

// Indices of the flags that are not zero, the first capacity of them; returns how many there are.
uint32_t oracle_compact(const uint32_t* flags, uint32_t count, uint32_t* kept, uint32_t capacity);

#endif
