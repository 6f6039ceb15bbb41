// First half of a round: a contact that waits chooses a colour that is free at its bodies and claims it
// there. Among the lowest free ones, half as many as contacts wait at the busier body: all would claim the lowest, and
// a body would colour one contact a round; among more, colours would be wasted. Without a free colour it claims none.
#ifndef MAS_GRAPH_CLAIM_GLSL
#define MAS_GRAPH_CLAIM_GLSL

#include "rigid/graph.glsl"

uint used_at(uint slot)
{
    return slot == GRAPH_NOBODY ? 0u : body[slot].used;
}

uint waits_at(uint slot)
{
    return slot == GRAPH_NOBODY ? 0u : body[slot].contacts - uint(bitCount(body[slot].used));
}

uint choose(uint i, graph_link at, uint round)
{
    uint free = ~(used_at(at.a) | used_at(at.b));
    if (free == 0u) return 0u;
    uint among = min((max(waits_at(at.a), waits_at(at.b)) + 1u) / 2u, uint(bitCount(free)));
    uint skip  = (graph_scatter(i + (round + 1u) * 0x9E3779B9u) >> (GRAPH_NUMBER_BITS - 16)) * among >> 16;
    for (uint k = 0u; k < skip; ++k) free &= free - 1u;
    return 1u + uint(findLSB(free));
}

void claim_colour(uint i, uint round)
{
    graph_link at = link[i];
    uint colour   = choose(i, at, round);
    choice[i]     = colour;
    if (colour == 0u) return;
    uint s = (colour - 1u) % GRAPH_SLOTS;
    if (at.a != GRAPH_NOBODY) atomicMax(body[at.a].claim[s], graph_bid(i, round));
    if (at.b != GRAPH_NOBODY) atomicMax(body[at.b].claim[s], graph_bid(i, round));
}

#endif
