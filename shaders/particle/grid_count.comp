// Counts the particles of each cell, one a thread, and gives each its rank there, in no particular order. A particle that
// is not a number, or too far out for its grid, is retired; one whose layer is no more is cleared away.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/grid.glsl"
#include "particle/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) buffer Position { words4 position[]; };     // m; w tag; by slot or last place
layout(std430, binding = 2) buffer Count { uint count[]; };            // by key
layout(std430, binding = 3) writeonly buffer Place { words2 place[]; }; // key, rank; as position
layout(std430, binding = 4) buffer Counters { particle_counters counters; };
layout(std430, binding = 5) writeonly buffer Velocity { vec4 velocity[]; }; // this and the next ones: by slot
layout(std430, binding = 6) writeonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 7) writeonly buffer SlotPosition { vec4 slot_position[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uvec4 bits = from_words(position[i]);
    vec3  x    = uintBitsToFloat(bits.xyz);
    uint  tag  = bits.w;
    if (tag == 0u) return;
    uint           number  = tag_layer(tag);
    particle_layer layer   = layer_of(number);
    float          inverse = layer.inverse_cell;
    bool           inside  = all(lessThan(abs(x * inverse), vec3(PARTICLE_MAX_CELLS)));
    bool           wanted  = layer.inverse_mass > 0.0;
    if (!inside || !exact_is_finite(x) || !wanted)
    {
        uint slot           = tag & PARTICLE_SLOT_MASK;
        position[i]         = to_words(uvec4(0u));
        slot_position[slot] = vec4(0.0);
        velocity[slot]      = vec4(0.0);
        previous[slot]      = vec4(0.0);
        if (wanted) atomicAdd(counters.retired, 1u);
        return;
    }
    uint key = grid_key(grid_cell(x, inverse), number, params.key);
    place[i] = to_words(uvec2(key, atomicAdd(count[key], 1u)));
}
