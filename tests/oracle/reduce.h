#ifndef MAS_ORACLE_REDUCE_H
#define MAS_ORACLE_REDUCE_H

#include "../../shaders/include/types_shared.h"

#include <stdint.h>

uint32_t oracle_sum_uint(const uint32_t* values, uint32_t count);
// 64 lanes: lane l adds entries l, l + 64, ...; then the lanes are added in order.
float oracle_sum_lanes(const float* values, uint32_t count);
// Every 4096 entries in lanes, then their sums in lanes.
float oracle_sum_float(const float* values, uint32_t count);

// Of an empty array: the largest or the smallest number there is. -0 is less than +0.
uint32_t oracle_min_uint(const uint32_t* values, uint32_t count);
uint32_t oracle_max_uint(const uint32_t* values, uint32_t count);
int32_t oracle_min_int(const int32_t* values, uint32_t count);
int32_t oracle_max_int(const int32_t* values, uint32_t count);
float oracle_min_float(const float* values, uint32_t stride, uint32_t count); // every stride-th of values
float oracle_max_float(const float* values, uint32_t stride, uint32_t count);
void oracle_bounds(const mas_vec4* positions, uint32_t count, mas_vec4 corners[2]);

#endif
