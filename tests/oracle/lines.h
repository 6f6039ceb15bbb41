// Twin of compute/collision/lines.c.
#ifndef MAS_ORACLE_LINES_H
#define MAS_ORACLE_LINES_H

#include "collision/lines_shared.h"
#include "colliders.h"

typedef struct oracle_lines_desc
{
    uint32_t flags, colliders, pairs, contacts;
    const collider_pair* pair;
    const manifold* manifold; // by pair
    const uint32_t* contact;
    float length;
} oracle_lines_desc;

typedef struct oracle_line
{
    line_vertex a, b;
} oracle_line;

// All lines in their order; the caller frees.
oracle_line* oracle_lines(const oracle_colliders*, const oracle_lines_desc*, uint32_t* count);

#endif
