// Second half of a round, one waiting contact a thread: who bid most at all its bodies has its colour, the others wait
// for the next round. Who found no free colour does not: there will be none.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_wait.glsl"

layout(std430, binding = 5) readonly buffer WaitingList { list_header waiting_list; };
layout(std430, binding = 6) readonly buffer Waiting { uint waiting[]; };

void visit(uint i)
{
    if (choice[i] == 0u) return;
    graph_link at = link[i];
    uint colour = choice[i] - 1u, s = colour % GRAPH_SLOTS, bid = graph_bid(i);
    if ((at.a != GRAPH_NOBODY && body[at.a].claim[s] != bid) || (at.b != GRAPH_NOBODY && body[at.b].claim[s] != bid))
    {
        choice[i] = 0u;
        graph_wait(i);
        return;
    }
    if (at.a != GRAPH_NOBODY) atomicOr(body[at.a].used, 1u << colour);
    if (at.b != GRAPH_NOBODY) atomicOr(body[at.b].used, 1u << colour);
}

void main()
{
    uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint k = thread_index(); k < waiting_list.count; k += threads) visit(waiting[k]);
}
