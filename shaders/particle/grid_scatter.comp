// Particles by cell, one a thread; inside a cell in no particular order.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/grid.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Position { vec4 position[]; };
layout(std430, binding = 1) readonly buffer Start { uint start[]; }; // by key
layout(std430, binding = 2) readonly buffer Place { words2 place[]; }; // key, rank
layout(std430, binding = 3) writeonly buffer Entry { words2 entry[]; }; // where it is in position, and its slot

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint tag = floatBitsToUint(position[i].w);
    if (tag == 0u) return;
    uvec2 to = from_words(place[i]);
    entry[start[to.x] + to.y] = to_words(uvec2(i, tag & PARTICLE_SLOT_MASK));
}
