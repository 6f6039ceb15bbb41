// Sums and multiples of vectors, and the larger and smaller of two numbers, for all twins.
#ifndef MAS_ORACLE_VEC_H
#define MAS_ORACLE_VEC_H

#include "exact.h"

static inline oracle_vec3 vec_add(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline oracle_vec3 vec_sub(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline oracle_vec3 vec_scale(oracle_vec3 a, float s)
{
    return (oracle_vec3){ a.x * s, a.y * s, a.z * s };
}

static inline oracle_vec3 vec_add_scaled(oracle_vec3 a, float s, oracle_vec3 b)
{
    return (oracle_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static inline oracle_vec3 vec_negate(oracle_vec3 a)
{
    return (oracle_vec3){ -a.x, -a.y, -a.z };
}

static inline oracle_vec3 vec_of(mas_vec4 v)
{
    return (oracle_vec3){ v.x, v.y, v.z };
}

static inline mas_vec4 vec_xyz0(oracle_vec3 v)
{
    return (mas_vec4){ v.x, v.y, v.z, 0.0f };
}

static inline float smaller_of(float a, float b)
{
    return a < b ? a : b;
}

static inline float larger_of(float a, float b)
{
    return a > b ? a : b;
}

static inline float magnitude_of(float a)
{
    return a < 0.0f ? -a : a;
}

#endif
