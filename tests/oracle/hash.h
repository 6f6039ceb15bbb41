#ifndef MAS_ORACLE_HASH_H
#define MAS_ORACLE_HASH_H

#include <stdint.h>

// Adds count rows of four words to sum[0] and sum[1].
void oracle_hash(const uint32_t* rows, uint64_t count, uint32_t tag, uint32_t sum[2]);

#endif
