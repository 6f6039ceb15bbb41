// Particles by cell, inside a cell by slot, one particle a thread, at the index at which it was counted: its place is
// the first place of its cell plus the number of smaller slots in the cell. A particle without a cell is retired: its
// position is not a number, or too far out for its grid. A particle whose layer was destroyed is cleared.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/grid.glsl"
#include "particle/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Position { words4 position[]; }; // m; w tag; by slot or last place
layout(std430, binding = 2) readonly buffer Velocity { words4 velocity[]; };
layout(std430, binding = 3) readonly buffer Table { words2 table[]; }; // two words each; grid_table.glsl
layout(std430, binding = 4) writeonly buffer SortedPosition { words4 sorted_position[]; };
layout(std430, binding = 5) writeonly buffer SortedVelocity { words4 sorted_velocity[]; };
layout(std430, binding = 6) buffer Counters { particle_counters counters; };
layout(std430, binding = 7) writeonly buffer SlotPosition { vec4 slot_position[]; }; // this and the next one: by slot
layout(std430, binding = 8) writeonly buffer SlotVelocity { vec4 slot_velocity[]; };

uint word(uint at)
{
    uvec2 two = from_words(table[at >> 1]);
    return (at & 1u) != 0u ? two.y : two.x;
}

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    words4         me     = position[i];
    uvec4          bits   = from_words(me);
    vec3           x      = uintBitsToFloat(bits.xyz);
    uint           slot   = bits.w & PARTICLE_SLOT_MASK;
    uint           number = tag_layer(bits.w);
    particle_layer layer  = layer_of(number);
    if (bits.w == 0u) return;
    if (layer.inverse_mass == 0.0 || !grid_holds(x, layer.inverse_cell))
    {
        slot_position[slot] = vec4(0.0);
        slot_velocity[slot] = vec4(0.0);
        if (layer.inverse_mass > 0.0) atomicAdd(counters.retired, 1u);
        return;
    }
    uint  cell  = grid_key(grid_cell(x, layer.inverse_cell), number, params.key);
    uint  first = word(cell), count = word(cell + 1u) - first;
    uint  at    = bucket_at(cell, params.key) >> 1;
    uvec4 mates = uvec4(from_words(table[at]), from_words(table[at + 1u]));
    uvec4 more  = uvec4(from_words(table[at + 2u]), from_words(table[at + 3u])); // w: the chain
    uvec4 lower = uvec4(lessThan(mates, uvec4(slot))) & uvec4(lessThan(uvec4(0u, 1u, 2u, 3u), uvec4(count)));
    uvec3 also  = uvec3(lessThan(more.xyz, uvec3(slot))) & uvec3(lessThan(uvec3(4u, 5u, 6u), uvec3(count)));
    uint  s     = first + (((lower.x + lower.y) + (lower.z + lower.w)) + ((also.x + also.y) + also.z));
    uint  j     = more.w;
    for (uint k = GRID_BUCKET; k < count; ++k)
    {
        s += uint((from_words(position[j]).w & PARTICLE_SLOT_MASK) < slot);
        j = word(chain_at(j, params.key));
    }
    sorted_position[s] = me;
    sorted_velocity[s] = velocity[i];
}
