// Particles by cell, inside a cell by slot, one particle a thread, in whatever order scatter left them: its place is the
// number of smaller slots in its cell. Threads of a group meet the same cells and write side by side; only the particles
// they read lie anywhere.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "particle/grid.glsl"
#include "particle/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Position { words4 position[]; }; // m; w tag
layout(std430, binding = 2) readonly buffer Velocity { words4 velocity[]; };
layout(std430, binding = 3) readonly buffer Start { uint start[]; }; // by key; one more at the end
layout(std430, binding = 4) readonly buffer Entry { uvec2 entry[]; }; // where it is in position, and its slot
layout(std430, binding = 5) writeonly buffer SortedPosition { words4 sorted_position[]; };
layout(std430, binding = 6) writeonly buffer SortedVelocity { words4 sorted_velocity[]; };

uint slot(uint k)
{
    return entry[k].y;
}

void main()
{
    uint t = thread_index();
    if (t >= range.count || t >= start[params.key.w + 1u]) return;
    uvec2  self  = entry[t];
    words4 x     = position[self.x];
    uvec4  bits  = from_words(x);
    uint   layer = tag_layer(bits.w);
    // The key found again and not kept: what is read by slot comes from far.
    uint   key   = grid_key(grid_cell(uintBitsToFloat(bits.xyz), layer_of(layer).inverse_cell), layer, params.key);
    uint   first = start[key];
    uint   end   = start[key + 1u];
    // Few cells hold more than four, and those are looked at without a loop, whose turns threads would disagree on.
    uvec4  at   = min(first + uvec4(0u, 1u, 2u, 3u), uvec4(end - 1u));
    uvec4  four = uvec4(slot(at.x), slot(at.y), slot(at.z), slot(at.w));
    uint   s    = first + uint(four.x < self.y) + uint(at.y > at.x && four.y < self.y) +
             uint(at.z > at.y && four.z < self.y) + uint(at.w > at.z && four.w < self.y);
    for (uint k = first + 4u; k < end; ++k) s += uint(slot(k) < self.y);
    sorted_position[s] = x;
    sorted_velocity[s] = velocity[self.x];
}
