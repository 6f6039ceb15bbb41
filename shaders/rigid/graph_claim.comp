// First half of a round, one waiting contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_claim.glsl"

layout(std430, binding = 3) readonly buffer WaitingList { list_header waiting_list; };
layout(std430, binding = 4) readonly buffer Waiting { uint waiting[]; };

void main()
{
    uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint k = thread_index(); k < waiting_list.count; k += threads) claim_colour(waiting[k], push.round);
}
