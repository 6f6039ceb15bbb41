// A substep's way, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/integrate_move.glsl"

layout(push_constant) uniform Push { mas_range range; };

void arrive(uint i, inout vec3 v, inout vec3 w)
{
}

void main()
{
    uint i = thread_index();
    if (i < range.count) move(i);
}
