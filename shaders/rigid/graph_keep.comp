// What contacts keep, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_keep.glsl"
#include "rigid/graph_wait.glsl"

layout(std430, binding = 5) readonly buffer List { list_header list; };

void main()
{
    uint i = thread_index();
    if (i < list.count && tell_bodies(i)) graph_wait(i);
}
