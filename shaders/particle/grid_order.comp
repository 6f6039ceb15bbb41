// Particles by cell, inside a cell by slot, one particle a thread: its place is the number of smaller slots in its cell,
// whatever order scatter left them in.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "particle/grid.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Position { vec4 position[]; };
layout(std430, binding = 1) readonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 2) readonly buffer Start { uint start[]; }; // by key; one more at the end
layout(std430, binding = 3) readonly buffer Place { uvec2 place[]; };
layout(std430, binding = 4) readonly buffer Slot { uint slot[]; };
layout(std430, binding = 5) writeonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 6) writeonly buffer SortedVelocity { vec4 sorted_velocity[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    vec4 x = position[i];
    if (floatBitsToUint(x.w) == 0u) return;
    uint first = start[place[i].x];
    uint end   = start[place[i].x + 1u];
    uint s     = first;
    for (uint k = first; k < end; ++k) s += uint(slot[k] < i);
    sorted_position[s] = x;
    sorted_velocity[s] = velocity[i];
}
