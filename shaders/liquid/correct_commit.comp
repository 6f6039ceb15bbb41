// Ends a part of a single pass, one particle a thread: in that pass others still read the velocity that this writes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "liquid/liquid_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) buffer Place { vec4 place[]; };       // m; w tag
layout(std430, binding = 2) buffer Velocity { vec4 velocity[]; }; // m/s; w J/kg
layout(std430, binding = 3) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 4) readonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 5) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 6) readonly buffer Shift { vec4 shift[]; }; // m; w multiplier

#include "liquid/commit.glsl"

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    if (neighbour_count[i] == PARTICLE_NONE)
        commit_nobody(i);
    else
        commit(i, place[i], velocity[i], shift[i], wall_count[i]);
}
