// Twin of shaders/collision/ahead.glsl: where on its way a pair is looked at.
#ifndef MAS_ORACLE_AHEAD_H
#define MAS_ORACLE_AHEAD_H

#include "collision/ahead_shared.h"
#include "colliders.h"
#include "exact.h"

typedef struct oracle_ahead
{
    oracle_vec3 way;     // m, of b as a sees it; 0 unless the pair is quick
    float margin, depth; // m
} oracle_ahead;

oracle_ahead oracle_ahead_of(const oracle_colliders*, collider_pair);
// Whether two that do not touch may come nearer in this step than half a margin.
bool oracle_is_quick(const oracle_colliders*, uint32_t a, uint32_t b);
// The share of the way at which the two are looked at next: at, if here.
float oracle_ahead_next(const oracle_ahead*, float at, float separation, float closing);
// From a's centre to b's at a share of their way, of either sign.
oracle_vec3 oracle_offset_at(const oracle_colliders*, collider_pair, float at);

#endif
