// From the places of the last part back to slots, one particle a thread, and the largest squared speed of all.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "liquid/liquid_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Carried { vec4 carried[]; };
layout(std430, binding = 1) readonly buffer CarriedVelocity { vec4 carried_velocity[]; };
layout(std430, binding = 2) readonly buffer Packed { float packed[]; };
layout(std430, binding = 3) writeonly buffer Position { vec4 position[]; }; // this and the next ones: by slot
layout(std430, binding = 4) writeonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 5) writeonly buffer Density { float density[]; };
layout(std430, binding = 6) buffer State { liquid_state state; };

#include "liquid/speed.glsl"

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    vec4 x   = carried[i];
    uint tag = floatBitsToUint(x.w);
    if (tag == 0u) return;
    vec4 v         = carried_velocity[i];
    uint slot      = tag & PARTICLE_SLOT_MASK;
    position[slot] = x;
    velocity[slot] = v;
    density[slot]  = packed[i];
    tell_speed(v.xyz);
}
