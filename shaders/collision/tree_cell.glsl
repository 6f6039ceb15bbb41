// Cells of the tree's keys, and the tiles of cells.
#ifndef MAS_TREE_CELL_GLSL
#define MAS_TREE_CELL_GLSL

#include "exact.glsl"
#include "collision/tree_shared.h"

// From a place in units of cells. Half a tile is added: the origin, where most worlds are, is no corner of tiles.
uvec3 tree_cell(vec3 at)
{
    ivec3 cell = ivec3(exact_floor_to_int(at.x), exact_floor_to_int(at.y), exact_floor_to_int(at.z));
    return uvec3(cell) + (1u << TREE_CELL_BITS - 1);
}

// Of the cell's tile.
uint tree_hash(uvec3 cell)
{
    uvec3 t = (cell >> uint(TREE_CELL_BITS)) * uvec3(0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du);
    uint  h = (t.x ^ (t.y << 7u | t.y >> 25u)) ^ (t.z << 13u | t.z >> 19u);
    return (h ^ h >> 15u) * 0x2C1B3C6Du >> 32u - TREE_HASH_BITS;
}

#endif
