// Density of one particle a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "liquid/density.glsl"

layout(std430, binding = 1) readonly buffer Place { vec4 place[]; }; // so far, m; w tag
layout(std430, binding = 2) readonly buffer Neighbour { uint neighbour[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE) return;
    vec4      me      = place[i];
    by_liquid masses  = BY_LIQUID(inverse_mass); // 1/kg
    uint      number  = LIQUIDS > 1u ? tag_liquid(floatBitsToUint(me.w)) : params.only;
    float     mass    = of_liquid(masses, number);
    vec4      unit    = weight_unit(params.inverse_reach);
    float     nudge   = WEIGHT_NUDGE * params.reach;

    density_sums sums   = density_none();
    uint         stride = range.count;
    for (uint k = 0u, at = i; k < count; ++k, at += stride)
    {
        uint  j     = neighbour[at];
        vec4  other = place[j];
        float own   = LIQUIDS > 1u ? of_liquid(masses, tag_liquid(floatBitsToUint(other.w))) : mass;
        sums        = density_add(sums, weight_meet(me.xyz - other.xyz, i < j, unit, nudge), own);
    }
    density_weigh(i, me.xyz, number, mass, sums);
}
