// Rounds of colouring: what their kernels share.
#ifndef MAS_GRAPH_GLSL
#define MAS_GRAPH_GLSL

#include "list.glsl"
#include "rigid/graph_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer Link { graph_link link[]; }; // by contact
layout(std430, binding = 1) buffer Choice { uint choice[]; };            // by contact: 1 + colour, 0 none
layout(std430, binding = 2) buffer Body { graph_body body[]; };          // by slot
#endif

// Numbers in a scattered order, one to one: odd factors and shifts to the right can be undone.
uint graph_scatter(uint i)
{
    const uint MASK = (1u << GRAPH_NUMBER_BITS) - 1u;
    i = (i * 0x2C1B3C6Du) & MASK;
    i ^= i >> 13;
    i = (i * 0x297A2D39u) & MASK;
    return i ^ i >> 14;
}

// What contact i bids. Later rounds bid more, so no claim has to be cleared.
uint graph_bid(uint i, uint round)
{
    return (round + 1u) << GRAPH_NUMBER_BITS | graph_scatter(i);
}

#endif
