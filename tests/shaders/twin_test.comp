// The twin of transform_test.comp (tests/core/test_twins.c): its bindings in another order, and one of them twice. Adds a
// constant, so that a test sees which of the two ran.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "transform_test_shared.h"

layout(push_constant) uniform Push { transform_test_push p; };
layout(std430, binding = 0) writeonly buffer To { uint to[]; };
layout(std430, binding = 1) readonly  buffer From { uint from[]; };
layout(std430, binding = 2) readonly  buffer Again { uint again[]; };

layout(constant_id = 2) const uint MORE = 0;

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    uint low = again[i] & 0xFFFFu, high = from[i] & 0xFFFF0000u;
    to[i] = (high | low) * p.scale + p.add + (p.range.first + i) * p.step + MORE;
}
