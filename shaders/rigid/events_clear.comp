// Clears the flags of lost bodies, one slot a thread, once their events are written.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(std430, binding = 0) readonly buffer Any { list_header any; };
layout(std430, binding = 1) writeonly buffer Lost { uint lost[]; };

void main()
{
    uint i = thread_index();
    if (i < any.count) lost[i] = 0u;
}
