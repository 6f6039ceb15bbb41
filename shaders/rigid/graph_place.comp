// Every solved contact to its place, behind the bits before its own; one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Link { graph_link link[]; };
layout(std430, binding = 3) readonly buffer Choice { uint choice[]; };
layout(std430, binding = 4) readonly buffer Table { uint table[]; };
layout(std430, binding = 5) readonly buffer First { uint first[]; }; // by word of the table: bits before
layout(std430, binding = 6) writeonly buffer Order { uint order[]; };
layout(std430, binding = 7) writeonly buffer Colour { uint colour[]; };

void main()
{
    uint i = thread_index(), n = list.count;
    if (i >= n) return;
    graph_link at = link[i];
    if (at.a == GRAPH_NOBODY && at.b == GRAPH_NOBODY) return;
    uint row  = choice[i] == 0u ? GRAPH_COLOURS : choice[i] - 1u;
    uint word = row * ((n + 31u) / 32u) + i / 32u;
    uint k    = first[word] + uint(bitCount(table[word] & ((1u << (i % 32u)) - 1u)));
    uint pushes = (at.a != GRAPH_NOBODY ? GRAPH_PUSHED_A : 0u) | (at.b != GRAPH_NOBODY ? GRAPH_PUSHED_B : 0u);
    order[k]  = contact[i];
    colour[k] = choice[i] == 0u ? 0u : choice[i] | pushes;
}
