// Second half of a round, one waiting contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_take.glsl"
#include "rigid/graph_wait.glsl"

layout(std430, binding = 5) readonly buffer WaitingList { list_header waiting_list; };
layout(std430, binding = 6) readonly buffer Waiting { uint waiting[]; };

void visit(uint i)
{
    if (take_colour(i, push.round)) graph_wait(i);
}

void main()
{
    uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint k = thread_index(); k < waiting_list.count; k += threads) visit(waiting[k]);
}
