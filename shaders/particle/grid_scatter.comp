// Particles by cell, one a thread; inside a cell in no particular order. A particle without a cell is retired: it is not a
// number, or too far out for its grid; one whose layer is no more is cleared away.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/params.glsl"
#define GRID_TABLE 2
#include "particle/grid_table.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Position { words4 position[]; }; // m; w tag; by slot or last place
layout(std430, binding = 3) writeonly buffer Entry { words2 entry[]; }; // where it is in position, and its slot
layout(std430, binding = 4) buffer Counters { particle_counters counters; };
layout(std430, binding = 5) writeonly buffer Velocity { vec4 velocity[]; }; // this and the next ones: by slot
layout(std430, binding = 6) writeonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 7) writeonly buffer SlotPosition { vec4 slot_position[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uvec4 bits = from_words(position[i]);
    if (bits.w == 0u) return;
    uint           slot   = bits.w & PARTICLE_SLOT_MASK;
    uint           number = tag_layer(bits.w);
    particle_layer layer  = layer_of(number);
    uint           rank   = table[rank_at(i)];
    if (rank == PARTICLE_NONE)
    {
        slot_position[slot] = vec4(0.0);
        velocity[slot]      = vec4(0.0);
        previous[slot]      = vec4(0.0);
        if (layer.inverse_mass > 0.0) atomicAdd(counters.retired, 1u);
        return;
    }
    // The key found again and not kept: to read it costs as much.
    uint key = grid_key(grid_cell(uintBitsToFloat(bits.xyz), layer.inverse_cell), number, params.key);
    entry[table[key] + rank] = to_words(uvec2(i, slot));
}
