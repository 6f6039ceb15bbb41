// Moves one particle a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "liquid/correct.glsl"

layout(std430, binding = 3) readonly buffer Weighed { vec4 weighed[]; };
layout(std430, binding = 4) readonly buffer Neighbour { uint neighbour[]; };

vec4 weighed_at(uint i)
{
    return weighed[i];
}

vec4 motion_at(uint i)
{
    return velocity[i];
}

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE)
    {
        correct_nobody(i);
        return;
    }
    correct_self me        = correct_find(i);
    by_liquid    masses    = BY_LIQUID(mass);
    by_liquid    thickness = BY_LIQUID(viscosity);
    vec4         unit      = weight_unit(params.inverse_reach);
    float        nudge     = WEIGHT_NUDGE * params.reach;
    correct_sums sums      = correct_sums(vec3(0.0), vec3(0.0));
    uint         stride    = range.count;
    for (uint k = 0u, at = i; k < count; ++k, at += stride)
    {
        uint j = neighbour[at];
        sums   = correct_add(sums, me, correct_fetch(j, masses, thickness), i < j, unit, nudge);
    }
    correct_move(i, me, sums);
}
