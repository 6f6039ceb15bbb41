// Spots lose a unit of heat, and what is left is counted. One thread per spot.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "toy_shared.h"

layout(push_constant) uniform Push { toy_push p; };
layout(std430, binding = 0) buffer Spots { toy_spot spot[]; };
layout(std430, binding = 1) buffer Counters { toy_counters counters; };

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    uint heat = spot[i].heat;
    if (heat == 0u) return;
    spot[i].heat = heat - 1u;
    spot[i].lost += 1u;
    atomicAdd(counters.heat, heat - 1u);
    if (heat - 1u >= uint(TOY_HOT)) atomicAdd(counters.hot, 1u);
}
