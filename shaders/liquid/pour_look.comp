// Which slots are free, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Position { vec4 position[]; }; // w tag
layout(std430, binding = 1) writeonly buffer Free { uint free[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    free[i] = floatBitsToUint(position[i].w) == 0u ? 1u : 0u;
}
