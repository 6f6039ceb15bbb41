// Twin of compute/subdivision/tessellate.c, and the surface itself in double precision.
#ifndef MAS_ORACLE_TESSELLATE_H
#define MAS_ORACLE_TESSELLATE_H

#include "mesh.h"

// Every vertex that a patch of a stale surface (all: of any) owns. normal may be null: positions only.
void oracle_tessellate(const oracle_surfaces*, const oracle_mesh*, const uint32_t* stale, bool all, mas_vec4* position,
                       mas_vec4* normal);

// Patch p at (u, v), by the textbook formulas: x, and the derivatives along u and v.
typedef struct oracle_limit
{
    double x[3], du[3], dv[3];
} oracle_limit;
oracle_limit oracle_limit_at(const oracle_surfaces*, uint32_t p, double u, double v);

#endif
