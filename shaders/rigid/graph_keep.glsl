// Counts each contact at its bodies, with the colour that it keeps. A contact without one waits for the first round.
#ifndef MAS_GRAPH_KEEP_GLSL
#define MAS_GRAPH_KEEP_GLSL

#include "rigid/graph.glsl"

void tell(uint slot, uint colours)
{
    if (slot == GRAPH_NOBODY) return;
    atomicAdd(body[slot].contacts, 1u);
    if (colours != 0u) atomicOr(body[slot].used, colours);
}

// Whether contact i waits.
bool tell_bodies(uint i)
{
    graph_link at = link[i];
    if (at.a == GRAPH_NOBODY && at.b == GRAPH_NOBODY) return false;
    uint colours = choice[i] == 0u ? 0u : 1u << (choice[i] - 1u);
    tell(at.a, colours);
    tell(at.b, colours);
    return colours == 0u;
}

#endif
