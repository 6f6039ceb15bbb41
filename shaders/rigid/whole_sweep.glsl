// A sweep over all contacts in one group, colour by colour. Kernels define visit(place, what).
#ifndef MAS_WHOLE_SWEEP_GLSL
#define MAS_WHOLE_SWEEP_GLSL

#include "rigid/graph_shared.h"

void visit(uint place, uint what);

// Of the last colour one thread takes all, in their order.
void sweep_contacts(uint what)
{
    for (uint c = 0u; c <= GRAPH_COLOURS; ++c)
    {
        uint first = colour[c].list.spare, count = colour[c].list.count;
        bool serial = c == GRAPH_COLOURS;
        if (count == 0u) continue;
        for (uint k = serial && me != 0u ? count : me; k < count; k += serial ? 1u : size) visit(first + k, what);
        meet_all();
    }
}

#endif
