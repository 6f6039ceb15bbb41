// First half of a round, one waiting contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer Link { graph_link link[]; }; // by contact
layout(std430, binding = 1) buffer Choice { uint choice[]; };            // by contact: 1 + colour, 0 none
layout(std430, binding = 2) buffer Body { graph_body body[]; };          // by slot
layout(std430, binding = 3) readonly buffer WaitingList { list_header waiting_list; };
layout(std430, binding = 4) readonly buffer Waiting { uint waiting[]; };

#include "rigid/graph_claim.glsl"

void main()
{
    uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint k = thread_index(); k < waiting_list.count; k += threads) claim_colour(waiting[k], push.round);
}
