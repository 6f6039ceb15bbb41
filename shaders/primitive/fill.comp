#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "fill_shared.h"

// One thread per element.
layout(push_constant) uniform Push { fill_push p; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) writeonly buffer Elements { uint words[]; };

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    for (uint w = 0u; w < p.words; ++w) words[i * p.words + w] = p.pattern[w];
}
