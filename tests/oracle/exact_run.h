// One function of exact.glsl or quaternion.glsl by its number (tests/shaders/exact_test_shared.h), in C.
#ifndef MAS_ORACLE_EXACT_RUN_H
#define MAS_ORACLE_EXACT_RUN_H

#include "types_shared.h"

mas_uvec4 oracle_exact_run(uint32_t function, mas_uvec4 a_bits, mas_uvec4 b_bits);

#endif
