// The grid's table, and how a particle is counted into it. A kernel includes this file with what binding the table has:
// GRID_TABLE.
#ifndef MAS_GRID_TABLE_GLSL
#define MAS_GRID_TABLE_GLSL

#include "particle/grid.glsl"

// By key: particles of a cell, then, scanned, its first place; one more at the end: all particles. Behind it buckets and
// chains (grid.glsl).
layout(std430, binding = GRID_TABLE) buffer Table { uint table[]; };

// One more in the cell of x, which has one: the particle with this slot, found at i. key: particle_params.key.
void grid_count(uint i, uint slot, vec3 x, uint layer, float inverse_cell, uvec4 key)
{
    uint cell = grid_key(grid_cell(x, inverse_cell), layer, key);
    uint at   = bucket_at(cell, key);
    uint rank = atomicAdd(table[cell], 1u); // in no particular order
    uint to = at + rank, who = slot;
    if (rank >= GRID_BUCKET)
    {
        to  = chain_at(i, key);
        who = atomicExchange(table[at + GRID_BUCKET], i);
    }
    table[to] = who;
}

#endif
