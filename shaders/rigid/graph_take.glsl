// Second half of a round: a contact whose bid is the highest at all its bodies gets its colour, the others wait for the
// next round. A contact that found no free colour does not wait: there will be none.
#ifndef MAS_GRAPH_TAKE_GLSL
#define MAS_GRAPH_TAKE_GLSL

#include "rigid/graph.glsl"

// Whether contact i waits on.
bool take_colour(uint i, uint round)
{
    if (choice[i] == 0u) return false;
    graph_link at = link[i];
    uint colour = choice[i] - 1u, s = colour % GRAPH_SLOTS, bid = graph_bid(i, round);
    if ((at.a != GRAPH_NOBODY && body[at.a].claim[s] != bid) || (at.b != GRAPH_NOBODY && body[at.b].claim[s] != bid))
    {
        choice[i] = 0u;
        return true;
    }
    if (at.a != GRAPH_NOBODY) atomicOr(body[at.a].used, 1u << colour);
    if (at.b != GRAPH_NOBODY) atomicOr(body[at.b].used, 1u << colour);
    return false;
}

#endif
