// The list of the contacts that wait for the next round.
#ifndef MAS_GRAPH_WAIT_GLSL
#define MAS_GRAPH_WAIT_GLSL

#include "rigid/graph.glsl"

layout(std430, binding = 3) buffer NextList { list_header next_list; };
layout(std430, binding = 4) writeonly buffer Next { uint next[]; }; // contacts, in no particular order

void graph_wait(uint i)
{
    uint at  = atomicAdd(next_list.count, 1u);
    next[at] = i;
    // The first of each group starts it; of a very long list, groups take several in turn.
    if (at % LIST_GROUP == 0u && at / LIST_GROUP < LIST_MAX_GROUPS_X) atomicAdd(next_list.group_x, 1u);
}

#endif
