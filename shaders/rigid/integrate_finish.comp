// The end of a step, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/integrate_finish.glsl"

layout(push_constant) uniform Push { mas_range range; };

void main()
{
    uint i = thread_index();
    if (i < range.count) finish_body(i, range.first + i);
}
