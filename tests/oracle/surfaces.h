// Arrays of all surfaces of a world (compute/subdivision/surfaces.c), joined by a plain loop.
#ifndef MAS_ORACLE_SURFACES_H
#define MAS_ORACLE_SURFACES_H

#include "subdivision/subdivision.h"

typedef struct oracle_surfaces
{
    uint32_t surfaces, points, rows, entries, patches, regulars, gregories, vertices, edges;
    bool has_uv;
    mas_vec4* point;
    surface_row* row;
    surface_entry* entry;
    surface_patch* patch;
    uint32_t* regular;
    uint32_t* gregory;
    uint32_t* regular_patch;
    uint32_t* gregory_patch;
    surface_edge* edge;
    surface_uv* uv;
} oracle_surfaces;

oracle_surfaces oracle_create_surfaces(const massa_cage* const* cages, uint32_t count);
void oracle_destroy_surfaces(oracle_surfaces*);

// Component i of a vector.
static inline uint32_t oracle_of4(mas_uvec4 v, uint32_t i)
{
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

#endif
