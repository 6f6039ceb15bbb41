// C twins of shaders/include/exact*.glsl: the same bits from scalar C11. Written from the description in those files'
// comments, which also state ranges and errors. Compile with -ffp-contract=off and without fast-math.
#ifndef MAS_ORACLE_EXACT_H
#define MAS_ORACLE_EXACT_H

#include "types_shared.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct oracle_vec2
{
    float x, y;
} oracle_vec2;
typedef struct oracle_vec3
{
    float x, y, z;
} oracle_vec3;

uint32_t oracle_bits(float x);      // floatBitsToUint
float oracle_from_bits(uint32_t u); // uintBitsToFloat

bool oracle_is_nan(float x);
bool oracle_is_finite(float x);
float oracle_flush(float x);
oracle_vec3 oracle_flush3(oracle_vec3 v);
mas_vec4 oracle_flush4(mas_vec4 v);
float oracle_clamp(float x, float lo, float hi);
float oracle_mix(float a, float b, float t);
int32_t oracle_round_to_int(float x);
int32_t oracle_floor_to_int(float x);

float oracle_divide(float a, float b);
float oracle_sqrt(float x);
float oracle_reciprocal(float x);
float oracle_rsqrt(float x);
float oracle_twice_rsqrt(float x);
float oracle_rough_sqrt(float x, float unit); // -infinity for infinity

float oracle_sinc_series(float z); // sin(a) / a of z = a * a, 0 <= z <= 0.617
float oracle_cos_series(float z);  // cos(a) of z = a * a, 0 <= z <= 0.617
oracle_vec2 oracle_sincos(float x);
float oracle_exp(float x);

float oracle_dot2(oracle_vec2 a, oracle_vec2 b);
float oracle_dot3(oracle_vec3 a, oracle_vec3 b);
float oracle_dot4(mas_vec4 a, mas_vec4 b);
oracle_vec3 oracle_cross(oracle_vec3 a, oracle_vec3 b);
float oracle_length2(oracle_vec2 v);
float oracle_length3(oracle_vec3 v);
float oracle_length4(mas_vec4 v);
oracle_vec2 oracle_normalize2(oracle_vec2 v);
oracle_vec3 oracle_normalize3(oracle_vec3 v);
mas_vec4 oracle_normalize4(mas_vec4 v);

#endif
