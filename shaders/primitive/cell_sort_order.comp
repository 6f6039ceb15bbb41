#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group orders the entries of LIST_BLOCK cells, a thread four cells at a time. Walking cells and not entries, every
// access is near the last one; most cells have nothing to order.
layout(std430, binding = 0) readonly buffer CellList { list_header cell_list; };
layout(std430, binding = 1) readonly buffer Start { uvec4 start[]; };
layout(std430, binding = 2) buffer Sorted { uint sorted[]; };

void order(uint first, uint end)
{
    if (end - first > CELL_SORT_LONG) return; // cell_sort_long.comp
    for (uint k = first + 1u; k < end; ++k)
    {
        uint id = sorted[k], to = k;
        for (; to > first && sorted[to - 1u] > id; --to) sorted[to] = sorted[to - 1u];
        sorted[to] = id;
    }
}

void main()
{
    uint cells = cell_list.count - 1u; // the last start is the end
    uint all_entries = start[cells / 4u][cells % 4u];
    uint first = group_index() * LIST_BLOCK;
    uint end   = min(first + LIST_BLOCK, cells);
    for (uint c = first + 4u * gl_LocalInvocationID.x; c < end; c += 4u * gl_WorkGroupSize.x)
    {
        uvec4 s    = start[c / 4u];
        uint  last = c + 4u <= cells ? start[c / 4u + 1u].x : all_entries;
        if (last - s.x < 2u) continue;
        s = mix(s, uvec4(all_entries), greaterThan(c + uvec4(0u, 1u, 2u, 3u), uvec4(cells)));
        order(s.x, s.y);
        order(s.y, s.z);
        order(s.z, s.w);
        order(s.w, last);
    }
}
