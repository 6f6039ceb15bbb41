// Takes the particles that drains have found, one place a thread: their slots are free again.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "liquid/boundary_shared.h"
#include "liquid/liquid_shared.h"

layout(push_constant) uniform Push { boundary_push push; };
layout(std430, binding = 0) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 1) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 2) writeonly buffer Position { vec4 position[]; }; // this and the next ones: by slot
layout(std430, binding = 3) writeonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 4) writeonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 5) buffer State { liquid_state state; };

void main()
{
    uint i = thread_index();
    if (i >= push.range.count || wall_count[i] != LIQUID_GONE) return;
    uint slot      = floatBitsToUint(sorted_position[i].w) & PARTICLE_SLOT_MASK;
    position[slot] = vec4(0.0);
    previous[slot] = vec4(0.0);
    velocity[slot] = vec4(0.0);
    atomicAdd(state.drained, 1u);
}
