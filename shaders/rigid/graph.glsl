// Rounds of colouring: what their kernels share.
// The kernel binds push, link, choice and body.
#ifndef MAS_GRAPH_GLSL
#define MAS_GRAPH_GLSL

#include "list.glsl"
#include "rigid/graph_shared.h"

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
