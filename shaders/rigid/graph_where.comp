// Notes for each place of the last step where its pair, by that step's number, was; one place a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer OldList { list_header old_list; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) writeonly buffer Where { uint where[]; };

void main()
{
    uint k = thread_index();
    if (k >= old_list.count) return;
    if (order[k] < push.pairs) where[order[k]] = k; // not so in a forged snapshot
}
