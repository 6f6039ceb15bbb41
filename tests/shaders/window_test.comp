// Two arrays of different strides that may come in windows, and a table that every window sees whole.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "window_test_shared.h"

layout(push_constant) uniform Push { window_test_push p; };
layout(std430, binding = 0) readonly  buffer Table { uint table[]; };
layout(std430, binding = 1) readonly  buffer Wide { uvec4 wide[]; };
layout(std430, binding = 2) writeonly buffer Narrow { uint narrow[]; };

void main()
{
    uint i = thread_index();
    if (p.threads > 0u && i >= p.threads) return;
    for (; i < p.range.count; i += p.threads)
    {
        uint index = p.range.first + i;
        narrow[i] = wide[i].x * 3u + wide[i].w + table[index % uint(WINDOW_TEST_TABLE)] + index;
        if (p.threads == 0u) return;
    }
}
