// to = from * scale + add + index * step: reads one array, writes another. One thread per element.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "transform_test_shared.h"

layout(push_constant) uniform Push { transform_test_push p; };
layout(std430, binding = 0) readonly  buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    to[i] = from[i] * p.scale + p.add + (p.range.first + i) * p.step;
}
