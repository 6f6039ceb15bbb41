// Every solved contact sets its bit in the table, a row of bits for each colour; one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Link { graph_link link[]; };
layout(std430, binding = 2) readonly buffer Choice { uint choice[]; };
layout(std430, binding = 3) buffer Table { uint table[]; };

void main()
{
    uint i = thread_index(), n = list.count;
    if (i >= n) return;
    if (link[i].a == GRAPH_NOBODY && link[i].b == GRAPH_NOBODY) return;
    uint row = choice[i] == 0u ? GRAPH_COLOURS : choice[i] - 1u;
    atomicOr(table[row * ((n + 31u) / 32u) + i / 32u], 1u << (i % 32u));
}
