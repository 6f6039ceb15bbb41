// Adds and removes particles, one record a thread. No two records name one slot.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "particle/grid.glsl"
#include "particle/params.glsl"
#include "particle/populate_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Records { particle_record record[]; };
layout(std430, binding = 2) writeonly buffer Position { vec4 position[]; };
layout(std430, binding = 3) writeonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 4) writeonly buffer Velocity { vec4 velocity[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    particle_record r = record[i];
    uint slot = r.tag & PARTICLE_SLOT_MASK;
    bool comes = (r.tag & PARTICLE_ALIVE) != 0u;
    vec3 x = exact_flush(vec3(r.x, r.y, r.z)), v = exact_flush(vec3(r.velocity_x, r.velocity_y, r.velocity_z));
    vec4 at        = comes ? vec4(x, uintBitsToFloat(r.tag)) : vec4(0.0);
    position[slot] = at;
    previous[slot] = at; // a new place is not travelled to
    velocity[slot] = comes ? vec4(v, layer_of(tag_layer(r.tag)).inverse_mass) : vec4(0.0);
}
