// Where particles would be after a part if nothing were in their way, one a thread, at the index it is found at: a slot,
// or a place of the last part. Those of a liquid that is no more are cleared away.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "liquid/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer From { vec4 from[]; };                  // m; w tag
layout(std430, binding = 2) readonly buffer FromVelocity { vec4 from_velocity[]; }; // m/s; w 1/kg
layout(std430, binding = 3) writeonly buffer Predicted { vec4 predicted[]; };
layout(std430, binding = 4) writeonly buffer PredictedVelocity { vec4 predicted_velocity[]; };
layout(std430, binding = 5) writeonly buffer Position { vec4 position[]; }; // this and the next ones: by slot
layout(std430, binding = 6) writeonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 7) writeonly buffer Previous { vec4 previous[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    vec4 x      = from[i];
    vec4 v      = from_velocity[i];
    uint tag    = floatBitsToUint(x.w);
    bool wanted = of_liquid(BY_LIQUID(inverse_mass), tag_liquid(tag)) > 0.0;
    if (tag == 0u || !wanted)
    {
        predicted[i]          = vec4(0.0);
        predicted_velocity[i] = vec4(0.0);
        if (tag == 0u) return;
        uint slot      = tag & PARTICLE_SLOT_MASK;
        position[slot] = vec4(0.0);
        velocity[slot] = vec4(0.0);
        previous[slot] = vec4(0.0);
        return;
    }
    v.xyz                 = v.xyz + (params.part * params.gravity.xyz);
    predicted[i]          = vec4(exact_flush(x.xyz + (params.part * v.xyz)), x.w);
    predicted_velocity[i] = vec4(exact_flush(v.xyz), v.w);
}
