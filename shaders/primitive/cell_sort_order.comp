#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group orders LIST_BLOCK entries, a thread four at a time: the place in a cell is the number of smaller ids there.
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Key { uvec4 key[]; };
layout(std430, binding = 2) readonly buffer Start { uint start[]; };
layout(std430, binding = 3) readonly buffer Id { uint id[]; };
layout(std430, binding = 4) writeonly buffer Sorted { uint sorted[]; };

void visit(uint i, uint cell)
{
    uint first = start[cell], end = start[cell + 1u];
    if (end - first > CELL_SORT_LONG) return; // cell_sort_long.comp
    uint place = first;
    for (uint k = first; k < end; ++k) place += id[k] < i ? 1u : 0u;
    sorted[place] = i;
}

void main()
{
    uint first = group_index() * LIST_BLOCK;
    uint end   = min(first + LIST_BLOCK, list.count);
    for (uint i = first + 4u * gl_LocalInvocationID.x; i < end; i += 4u * gl_WorkGroupSize.x)
    {
        uvec4 cell = key[i / 4u];
        visit(i, cell.x);
        if (i + 1u < end) visit(i + 1u, cell.y);
        if (i + 2u < end) visit(i + 2u, cell.z);
        if (i + 3u < end) visit(i + 3u, cell.w);
    }
}
