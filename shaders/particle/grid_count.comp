// Counts the particles of each cell, one a thread, and gives each its rank there.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/params.glsl"
#define GRID_TABLE 2
#include "particle/grid_table.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Position { words4 position[]; }; // m; w tag; by slot or last place

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uvec4 bits = from_words(position[i]);
    if (bits.w == 0u) return;
    uint           number = tag_layer(bits.w);
    particle_layer layer  = layer_of(number);
    uint           rank   = PARTICLE_NONE; // that of a layer that is no more
    if (layer.inverse_mass > 0.0) rank = grid_count(uintBitsToFloat(bits.xyz), number, layer.inverse_cell);
    table[rank_at(i)] = rank;
}
