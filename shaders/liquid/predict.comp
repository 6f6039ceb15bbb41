// Where particles would be after a part if nothing were in their way, one a thread, at the index it is found at: a slot,
// or a place of the last part. There they are counted into the grid's cells, too. Particles of a destroyed liquid
// are cleared.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "liquid/params.glsl"
#define GRID_TABLE 8
#include "particle/grid_table.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer From { words4 from[]; };                  // m; w tag
layout(std430, binding = 2) readonly buffer FromVelocity { words4 from_velocity[]; }; // m/s; w pressure over density, J/kg
layout(std430, binding = 3) writeonly buffer Predicted { words4 predicted[]; };
layout(std430, binding = 4) writeonly buffer PredictedVelocity { words4 predicted_velocity[]; };
layout(std430, binding = 5) writeonly buffer Position { vec4 position[]; }; // this and the next ones: by slot
layout(std430, binding = 6) writeonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 7) writeonly buffer Previous { vec4 previous[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uvec4 bits   = from_words(from[i]), motion = from_words(from_velocity[i]);
    uint  tag    = bits.w, slot = tag & PARTICLE_SLOT_MASK;
    bool  wanted = of_liquid(BY_LIQUID(inverse_mass), tag_liquid(tag)) > 0.0;
    if (tag == 0u || !wanted)
    {
        predicted[i]          = to_words(uvec4(0u));
        predicted_velocity[i] = to_words(uvec4(0u));
        if (tag == 0u) return;
        position[slot] = vec4(0.0);
        velocity[slot] = vec4(0.0);
        previous[slot] = vec4(0.0);
        return;
    }
    vec3 v = uintBitsToFloat(motion.xyz) + (params.part * params.gravity.xyz);
    vec3 x = exact_flush(uintBitsToFloat(bits.xyz) + (params.part * v));
    predicted[i]          = to_words(uvec4(floatBitsToUint(x), tag));
    predicted_velocity[i] = to_words(uvec4(floatBitsToUint(exact_flush(v)), motion.w));

    if (grid_holds(x, params.inverse_cell)) grid_count(i, slot, x, 0u, params.inverse_cell, params.key);
}
