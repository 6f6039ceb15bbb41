// What each contact keeps from the last step. The array where is never cleared: a pair that had no place finds the
// place of another pair, or none, and sees that the place is not its own.
#ifndef MAS_GRAPH_PAST_GLSL
#define MAS_GRAPH_PAST_GLSL

#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/graph_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Past { uint past[]; };
layout(std430, binding = 3) readonly buffer Where { uint where[]; };
layout(std430, binding = 4) readonly buffer OldList { list_header old_list; };
layout(std430, binding = 5) readonly buffer Order { uint order[]; };
layout(std430, binding = 6) readonly buffer Colour { uint colour[]; };
layout(std430, binding = 7) writeonly buffer Choice { uint choice[]; };
#endif

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
