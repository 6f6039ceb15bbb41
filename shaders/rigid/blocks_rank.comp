// Slots in the order of the curves -> ranks of slots, one place on a curve a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/blocks_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Slot { uint slot[]; };
layout(std430, binding = 1) buffer Rank { uint rank[]; }; // of each slot two

void main()
{
    uint k = thread_index(), bodies = range.count / 2u;
    if (k >= range.count) return;
    uint second = k < bodies ? 0u : 1u, at = 2u * slot[k] + second;
    if (rank[at] != BLOCK_NOBODY) rank[at] = k - second * bodies;
}
