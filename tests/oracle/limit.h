// The limit of Catmull-Clark subdivision, found the slow way: all faces are halved again and again, in double, and then
// each vertex is moved to where it would end, with its tangent plane. Written from the rules (seed 004 3.2, 3.5), with
// nothing of compute/subdivision.
#ifndef MAS_ORACLE_LIMIT_H
#define MAS_ORACLE_LIMIT_H

#include "massa/massa.h"

typedef struct oracle_limit
{
    uint32_t quads; // of the cage, or after one subdivision if it has other faces: in the order of the corners of faces
    uint32_t side;  // segments along a side of a quad
    double (*position)[3]; // by quad, row and column: (side + 1)^2 for each quad
    double (*normal)[3];   // unit, outward; of this quad's side where the edge is sharp; 0 where there is none
    double edge;           // mean length of the sides of the quads, m
} oracle_limit;

void oracle_limit_make(const massa_cage_desc*, uint32_t halvings, oracle_limit* out); // of the quads
void oracle_limit_free(oracle_limit*);

// Place in both arrays.
static inline size_t oracle_limit_at(const oracle_limit* l, uint32_t quad, uint32_t column, uint32_t row)
{
    return ((size_t)quad * (l->side + 1) + row) * (l->side + 1) + column;
}

#endif
