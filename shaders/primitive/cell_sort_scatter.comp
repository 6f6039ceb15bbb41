#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group brings LIST_BLOCK entries to their cells, a thread four at a time; the first of a long cell reports it.
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Key { uvec4 key[]; };
layout(std430, binding = 2) readonly buffer Rank { uvec4 rank[]; };
layout(std430, binding = 3) readonly buffer Start { uint start[]; };
layout(std430, binding = 4) writeonly buffer Sorted { uint sorted[]; }; // by cell, in the order of ranks
layout(std430, binding = 5) buffer LongList { list_header long_list; };
layout(std430, binding = 6) writeonly buffer LongCell { uint long_cell[]; };

void visit(uint i, uint cell, uint r)
{
    sorted[start[cell] + r] = i;
    if (r == CELL_SORT_LONG) // only a long cell gets so far, and only once
    {
        uint slot       = atomicAdd(long_list.count, 1u);
        long_cell[slot] = cell;
        if (slot < LIST_MAX_GROUPS_X) atomicAdd(long_list.block_x, 1u); // a group each; if there are more, in turns
    }
}

void main()
{
    uint first = group_index() * LIST_BLOCK;
    uint end   = min(first + LIST_BLOCK, list.count);
    for (uint i = first + 4u * gl_LocalInvocationID.x; i < end; i += 4u * gl_WorkGroupSize.x)
    {
        uvec4 cell = key[i / 4u], r = rank[i / 4u];
        visit(i, cell.x, r.x);
        if (i + 1u < end) visit(i + 1u, cell.y, r.y);
        if (i + 2u < end) visit(i + 2u, cell.z, r.z);
        if (i + 3u < end) visit(i + 3u, cell.w, r.w);
    }
}
