#include "reduce.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum
{
    LANES = 64,
    BLOCK = 4096
};

uint32_t oracle_sum_uint(const uint32_t* values, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += values[i];
    return sum;
}

float oracle_sum_lanes(const float* values, uint32_t count)
{
    float lane[LANES] = { 0 };
    for (uint32_t i = 0; i < count; ++i)
        lane[i % LANES] += values[i];
    float sum = 0.0f;
    for (uint32_t l = 0; l < LANES; ++l)
        sum += lane[l];
    return sum;
}

float oracle_sum_float(const float* values, uint32_t count)
{
    const uint32_t blocks = (count + BLOCK - 1) / BLOCK;
    float* sums           = malloc((blocks + 1) * sizeof *sums);
    for (uint32_t b = 0; b < blocks; ++b)
        sums[b] = oracle_sum_lanes(&values[b * BLOCK], b + 1 < blocks ? BLOCK : count - b * BLOCK);
    const float sum = oracle_sum_lanes(sums, blocks);
    free(sums);
    return sum;
}

uint32_t oracle_min_uint(const uint32_t* values, uint32_t count)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; ++i)
        if (values[i] < least) least = values[i];
    return least;
}

uint32_t oracle_max_uint(const uint32_t* values, uint32_t count)
{
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < count; ++i)
        if (values[i] > greatest) greatest = values[i];
    return greatest;
}

int32_t oracle_min_int(const int32_t* values, uint32_t count)
{
    int32_t least = INT32_MAX;
    for (uint32_t i = 0; i < count; ++i)
        if (values[i] < least) least = values[i];
    return least;
}

int32_t oracle_max_int(const int32_t* values, uint32_t count)
{
    int32_t greatest = INT32_MIN;
    for (uint32_t i = 0; i < count; ++i)
        if (values[i] > greatest) greatest = values[i];
    return greatest;
}

static bool less(float a, float b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

float oracle_min_float(const float* values, uint32_t stride, uint32_t count)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < count; ++i)
        if (less(values[i * stride], least)) least = values[i * stride];
    return least;
}

float oracle_max_float(const float* values, uint32_t stride, uint32_t count)
{
    float greatest = -INFINITY;
    for (uint32_t i = 0; i < count; ++i)
        if (less(greatest, values[i * stride])) greatest = values[i * stride];
    return greatest;
}

void oracle_bounds(const mas_vec4* p, uint32_t count, mas_vec4 corners[2])
{
    corners[0].x = oracle_min_float(&p->x, 4, count);
    corners[0].y = oracle_min_float(&p->y, 4, count);
    corners[0].z = oracle_min_float(&p->z, 4, count);
    corners[0].w = 0.0f;
    corners[1].x = oracle_max_float(&p->x, 4, count);
    corners[1].y = oracle_max_float(&p->y, 4, count);
    corners[1].z = oracle_max_float(&p->z, 4, count);
    corners[1].w = 0.0f;
}
