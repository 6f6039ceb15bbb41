// C twin of shaders/collision/reduce_manifold.glsl: four of any number of contact points.
#ifndef MAS_ORACLE_REDUCE_MANIFOLD_H
#define MAS_ORACLE_REDUCE_MANIFOLD_H

#include "exact.h"

typedef struct oracle_reduction
{
    mas_vec4 point[4]; // xyz m; w separation
    uint32_t id[4];
    uint32_t count;
} oracle_reduction;

// normal unit; tolerance in m, by which a point must be deeper than those before it to count as deeper. In any frame.
oracle_reduction oracle_reduce_manifold(oracle_vec3 normal, float tolerance, const mas_vec4* candidate,
                                        const uint32_t* id, uint32_t count);

#endif
