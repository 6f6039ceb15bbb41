// The grid's table, and how a particle is counted into it. A kernel includes this file after its parameters and says
// what binding the table has: GRID_TABLE.
#ifndef MAS_GRID_TABLE_GLSL
#define MAS_GRID_TABLE_GLSL

#include "particle/grid.glsl"

// By key: particles of a cell, then, scanned, its first place; one more at the end: all particles. Behind it the rank of
// each particle in its cell, by slot or by the place that the last substep left it at.
layout(std430, binding = GRID_TABLE) buffer Table { uint table[]; };

uint rank_at(uint i)
{
    return params.key.w + 2u + i;
}

// One more in the cell of x: its rank there, in no particular order. PARTICLE_NONE: no number, or too far out.
uint grid_count(vec3 x, uint layer, float inverse_cell)
{
    bool inside = all(lessThan(abs(x * inverse_cell), vec3(PARTICLE_MAX_CELLS)));
    if (!inside || !exact_is_finite(x)) return PARTICLE_NONE;
    return atomicAdd(table[grid_key(grid_cell(x, inverse_cell), layer, params.key)], 1u);
}

#endif
