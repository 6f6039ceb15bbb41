// Cells and keys. Cells of a row in x have neighbouring keys, so a search is a few contiguous ranges; rows are spread
// over the table by two odd strides of a lattice, so there are no world bounds and no shape is worse than another.
#ifndef MAS_GRID_GLSL
#define MAS_GRID_GLSL

#include "exact.glsl"
#include "list.glsl"
#include "particle/particle_shared.h"

uint tag_layer(uint tag)
{
    return (tag >> PARTICLE_LAYER_SHIFT) & PARTICLE_LAYER_MASK;
}

// x in quarters of a cell. In range only: |x| <= PARTICLE_MAX_CELLS cells.
ivec3 grid_cell(vec3 x, float inverse_cell)
{
    vec3 c = floor(x * (inverse_cell * vec3(PARTICLE_CELLS_PER_REACH, 1.0, 1.0)));
    return ivec3(c);
}

// key: particle_params.key. Wraps by itself: the table's size divides 2^32.
uint grid_key(ivec3 cell, uint layer, uvec4 key)
{
    return (uint(cell.x) + key.x * uint(cell.y) + key.y * uint(cell.z) + key.z * layer) & key.w;
}

// Has x a cell? Not if it is no number, or too far out.
bool grid_holds(vec3 x, float inverse_cell)
{
    return all(lessThan(abs(x * inverse_cell), vec3(PARTICLE_MAX_CELLS))) && exact_is_finite(x);
}

// Behind the cells of the table, in words: a bucket for each cell, with the slots of the first particles that were
// counted there, and the index of the last particle that found no room; then, by a particle's index, the index of the
// one counted before it. A chain ends when all particles of its cell are met, so nothing is cleared.
const uint GRID_BUCKET = 7u; // slots: cells hold one or two grains, or three to four particles of a liquid, rarely eight

uint bucket_at(uint cell, uvec4 key)
{
    return (key.w + 9u) + (8u * cell); // a multiple of 8
}

uint chain_at(uint i, uvec4 key)
{
    return bucket_at(key.w + 1u, key) + i;
}

#endif
