#ifndef MAS_ORACLE_SCAN_H
#define MAS_ORACLE_SCAN_H

#include <stdint.h>

// sums[i] = sum of the values before i, modulo 2^32; returns the sum of all. values and sums may be the same.
uint32_t oracle_scan(const uint32_t* values, uint32_t* sums, uint32_t count);

#endif
