#ifndef MAS_ORACLE_FILL_H
#define MAS_ORACLE_FILL_H

#include <stdint.h>

// Elements of so many words, all equal to the pattern.
void oracle_fill(uint32_t* elements, uint32_t count, const uint32_t* pattern, uint32_t words);

#endif
