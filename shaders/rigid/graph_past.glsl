// What each contact keeps from the last step. The array where is never cleared: a pair that had no place finds the
// place of another pair, or none, and sees that the place is not its own.
// The kernel binds list, contact, past, where, old_list, order, colour and choice.
#ifndef MAS_GRAPH_PAST_GLSL
#define MAS_GRAPH_PAST_GLSL

#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/graph_shared.h"

// places: of the last step.
void find_colour(uint i, uint places)
{
    uint found = 0u, at = past[contact[i]] & ~PAST_RECYCLED;
    if (at != PAST_NONE)
    {
        uint k = where[at];
        if (k < places && order[k] == at) found = colour[k];
    }
    choice[i] = found;
}

#endif
