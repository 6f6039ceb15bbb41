// Adds particles, one record a thread: the first takes the lowest free slot. Particles that find none are counted; of
// an emitter's disc all come or none. Their speed counts when the step is divided (pace.comp).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "liquid/liquid_shared.h"
#include "particle/populate_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { liquid_params params; };
layout(std430, binding = 1) readonly buffer Records { particle_record record[]; };
layout(std430, binding = 2) readonly buffer Free { uint free[]; };
layout(std430, binding = 3) readonly buffer List { list_header list; };
layout(std430, binding = 4) writeonly buffer Position { vec4 position[]; };
layout(std430, binding = 5) writeonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 6) writeonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 7) buffer State { liquid_state state; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    particle_record r = record[i];
    if (max(i + 1u, r.generation) > list.count) // generation: where its disc ends
    {
        atomicAdd(state.refused, 1u);
        return;
    }
    uint slot   = free[i];
    vec3 v      = exact_flush(vec3(r.velocity_x, r.velocity_y, r.velocity_z));
    vec4 at     = vec4(exact_flush(vec3(r.x, r.y, r.z)), uintBitsToFloat(r.tag | slot));
    position[slot] = at;
    previous[slot] = at; // a new place is not travelled to
    velocity[slot] = vec4(v, 0.0);
    atomicMax(state.speed, floatBitsToUint(exact_dot(v, v))); // not negative: bits are in the order of numbers
}
