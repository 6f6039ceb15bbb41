// Headers of what the step works on, one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Count { uint count; };
layout(std430, binding = 2) writeonly buffer OldList { list_header old_list; };
layout(std430, binding = 3) writeonly buffer TableList { list_header table_list; };
layout(std430, binding = 4) writeonly buffer Waiting { graph_list waiting[GRAPH_ROUNDS + 1]; };

void main()
{
    if (thread_index() != 0u) return;
    // A count and no header is kept: arguments of dispatches are for this device's group size.
    old_list = list_complete(count, push.contacts);
    uint n = (list.count + 31u) / 32u * GRAPH_LISTS;
    table_list = list_complete(n, n);
    for (uint k = 0u; k <= GRAPH_ROUNDS; ++k) waiting[k].list = list_complete(0u, push.contacts);
}
