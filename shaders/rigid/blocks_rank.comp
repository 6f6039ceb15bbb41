// Slots in the order of the curves -> ranks of slots, one place on a curve a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/blocks_shared.h"

layout(std430, binding = 0) readonly buffer Slot { uint slot[]; };
layout(std430, binding = 1) buffer Rank { uint rank[]; }; // of each slot two
layout(std430, binding = 2) readonly buffer Slots { list_header slots; };

void main()
{
    uint k = thread_index(), bodies = slots.count / 2u;
    if (k >= slots.count) return;
    uint second = k < bodies ? 0u : 1u, at = 2u * slot[k] + second;
    if (rank[at] != BLOCK_NOBODY) rank[at] = k - second * bodies;
}
