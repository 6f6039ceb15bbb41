// A substep's way, one body a thread, after the copies of each body have been brought together.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/integrate_move.glsl"
#include "rigid/blocks_gather.glsl"

layout(push_constant) uniform Push { blocks_move push; };

void arrive(uint i, inout vec3 v, inout vec3 w)
{
    gather(push.range.first + i, push.lone_part, v, w);
}

void main()
{
    uint i = thread_index();
    if (i < push.range.count) move(i);
}
