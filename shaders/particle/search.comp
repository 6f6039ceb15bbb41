// Neighbours of one particle a thread: all within the sum of the radii, in the order of layers, rows, then places. With
// one layer the nine ranges never overlap, so no particle is met twice, and what the table aliases into them is too far
// away: distance decides alone (tests/particle/test_search.c). With several layers ranges are many and may overlap:
// there a candidate's own layer and row are compared too, and it passes in the range of its row alone.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "particle/grid.glsl"
#include "particle/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Start { uint start[]; };
layout(std430, binding = 2) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 3) writeonly buffer Neighbour { uint neighbour[]; }; // entry k of i: [k * range.count + i]
layout(std430, binding = 4) writeonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 5) buffer Counters { particle_counters counters; };

layout(constant_id = 1) const uint LAYERS = 1; // in use

uint  self;  // place
uint  local; // in the window
vec3  x;
uint  found;
uint  stride, room; // range.count and params.neighbours, read once: in the loop each would be a load per lane

// Candidates [first, end) for one row of cells, y and z. Stores always and counts when near, because a branch that lanes
// disagree on costs more than the store; the row behind the last is never read.
void walk(uint first, uint end, float reach_squared, vec2 row, uint layer)
{
    for (uint j = first; j < end; ++j)
    {
        vec4 other = sorted_position[j];
        vec3 d     = other.xyz - x;
        bool near  = exact_dot(d, d) < reach_squared && j != self;
        if (LAYERS > 1u)
        {
            vec2 own = floor(other.yz * params.layer[layer].inverse_cell); // as grid_cell
            near     = near && own == row && tag_layer(floatBitsToUint(other.w)) == layer;
        }
        neighbour[min(found, room) * stride + local] = j;
        found += uint(near);
    }
}

void main()
{
    local = thread_index();
    self  = range.first + local;
    if (local >= range.count) return;
    if (self >= start[params.key.w + 1u])
    {
        neighbour_count[self] = PARTICLE_NONE;
        return;
    }
    vec4 me    = sorted_position[self];
    uint layer = tag_layer(floatBitsToUint(me.w));
    x          = me.xyz;
    found      = 0u;
    stride     = range.count;
    room       = params.neighbours;
    for (uint other = 0u; other < PARTICLE_MAX_LAYERS; ++other)
    {
        if (params.layer[other].inverse_mass == 0.0) continue;
        float inverse = params.layer[other].inverse_cell;
        float reach   = params.layer[layer].radius + params.layer[other].radius;
        // Rows that the reach can touch; 1 in the particle's own layer.
        int   rows = 1 + int(exact_clamp((reach * inverse) + PARTICLE_ROW_MARGIN, 0.0, 1024.0));
        int   wide = PARTICLE_CELLS_PER_REACH * rows;
        uint  keys = min(uint(2 * wide), params.key.w); // after the first: no key of the table twice
        ivec3 cell = grid_cell(x, inverse);
        for (int dz = -rows; dz <= rows; ++dz)
        {
            for (int dy = -rows; dy <= rows; ++dy)
            {
                ivec3 lo   = ivec3(cell.x - wide, cell.y + dy, cell.z + dz);
                vec2  row  = vec2(lo.yz);
                uint  key  = grid_key(lo, other, params.key);
                uint  last = key + keys; // may run over the table's end, and goes on at its start
                walk(start[key], start[min(last, params.key.w) + 1u], reach * reach, row, other);
                if (last > params.key.w)
                    walk(start[0], start[last - params.key.w], reach * reach, row, other);
            }
        }
    }
    neighbour_count[self] = min(found, params.neighbours);
    if (found > params.neighbours) atomicMax(counters.neighbours_needed, found);
}
