// Waiting for a colour: what the kernels that hand contacts to the next round share.
#ifndef MAS_GRAPH_GLSL
#define MAS_GRAPH_GLSL

#include "list.glsl"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer Link { graph_link link[]; }; // by contact
layout(std430, binding = 1) buffer Choice { uint choice[]; };            // by contact: 1 + colour, 0 none yet
layout(std430, binding = 2) buffer Body { graph_body body[]; };          // by slot
layout(std430, binding = 3) buffer NextList { list_header next_list; };
layout(std430, binding = 4) writeonly buffer Next { uint next[]; };      // contacts, in no particular order

// What contact i bids in a round: numbers in an order of their own, or neighbours in a row would wait for each other. One
// to one: odd factors and shifts to the right can be undone.
uint graph_bid(uint round, uint i)
{
    const uint MASK = (1u << GRAPH_NUMBER_BITS) - 1u;
    i = (i * 0x2C1B3C6Du) & MASK;
    i ^= i >> 13;
    i = (i * 0x297A2D39u) & MASK;
    i ^= i >> 14;
    return (round + 1u) << GRAPH_NUMBER_BITS | i;
}

// Contact i waits for a round: in its list, and with a claim on its bodies. Later rounds bid more, so nothing is cleared.
void graph_wait(uint round, uint i)
{
    graph_link at = link[i];
    uint bid = graph_bid(round, i), k = round & 1u;
    if (at.a != GRAPH_NOBODY) atomicMax(body[at.a].claim[k], bid);
    if (at.b != GRAPH_NOBODY) atomicMax(body[at.b].claim[k], bid);
    uint slot  = atomicAdd(next_list.count, 1u);
    next[slot] = i;
    if (slot % LIST_GROUP == 0u && slot / LIST_GROUP < LIST_MAX_GROUPS_X) atomicAdd(next_list.group_x, 1u);
}

#endif
