// From a sorted entry to its collision cell.
#ifndef MAS_CELLS_LINK_GLSL
#define MAS_CELLS_LINK_GLSL

#include "collision/cells_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Entry { uint entry[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Place { uint place[]; }; // heads before an entry
layout(std430, binding = 3) readonly buffer Run { cells_run runs[]; };

// False: no other collider is in the entry's cell.
bool find_run(uint t, out cells_run run)
{
    uint heads = place[t] + head[t]; // up to this entry
    run        = runs[max(heads, 1u) - 1u];
    return heads > 0u && t < (run.start + run.homes) + run.phantoms;
}

#endif
