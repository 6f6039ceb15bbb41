// First half of a round, one waiting contact a thread: it chooses a colour that is free at its bodies and claims it
// there. Among the lowest free ones, half as many as contacts wait at the busier body: all would claim the lowest, and
// a body would colour one contact a round; among more, colours would be wasted. Without a free colour it claims none.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph.glsl"

layout(std430, binding = 3) readonly buffer WaitingList { list_header waiting_list; };
layout(std430, binding = 4) readonly buffer Waiting { uint waiting[]; };

uint used_at(uint slot)
{
    return slot == GRAPH_NOBODY ? 0u : body[slot].used;
}

uint waits_at(uint slot)
{
    return slot == GRAPH_NOBODY ? 0u : body[slot].contacts - uint(bitCount(body[slot].used));
}

uint choose(uint i, graph_link at)
{
    uint free = ~(used_at(at.a) | used_at(at.b));
    if (free == 0u) return 0u;
    uint among = min((max(waits_at(at.a), waits_at(at.b)) + 1u) / 2u, uint(bitCount(free)));
    uint skip  = (graph_scatter(i + (push.round + 1u) * 0x9E3779B9u) >> (GRAPH_NUMBER_BITS - 16)) * among >> 16;
    for (uint k = 0u; k < skip; ++k) free &= free - 1u;
    return 1u + uint(findLSB(free));
}

void visit(uint i)
{
    graph_link at = link[i];
    uint colour   = choose(i, at);
    choice[i]     = colour;
    if (colour == 0u) return;
    uint s = (colour - 1u) % GRAPH_SLOTS;
    if (at.a != GRAPH_NOBODY) atomicMax(body[at.a].claim[s], graph_bid(i));
    if (at.b != GRAPH_NOBODY) atomicMax(body[at.b].claim[s], graph_bid(i));
}

void main()
{
    uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint k = thread_index(); k < waiting_list.count; k += threads) visit(waiting[k]);
}
