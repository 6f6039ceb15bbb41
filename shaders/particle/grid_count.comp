// Counts the particles of each cell, one a thread, and leaves each in the cell's bucket or chain.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/params.glsl"
#define GRID_TABLE 2
#include "particle/grid_table.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Position { words4 position[]; }; // m; w tag; by slot

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uvec4          bits   = from_words(position[i]);
    vec3           x      = uintBitsToFloat(bits.xyz);
    uint           number = tag_layer(bits.w);
    particle_layer layer  = layer_of(number);
    if (bits.w == 0u || layer.inverse_mass == 0.0 || !grid_holds(x, layer.inverse_cell)) return;
    grid_count(i, bits.w & PARTICLE_SLOT_MASK, x, number, layer.inverse_cell, params.key);
}
