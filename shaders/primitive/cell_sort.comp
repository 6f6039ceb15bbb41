#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group visits LIST_BLOCK sorted keys, a thread four at a time, and writes where the cells up to each key begin.
// The last thread goes on to the last cell. Many cells at once are left to the whole group.
layout(push_constant) uniform Push { cell_sort_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Key { uvec4 key[]; };
layout(std430, binding = 2) writeonly buffer Start { uint start[]; };

shared uint  gaps;
shared uvec2 gap[LIST_BLOCK / 4]; // (first cell, first key's number) of fours with many cells

// Cell c begins after those of keys i .. i + 3 that are in an earlier one.
void begin_cell(uint c, uint i, uvec4 next)
{
    uvec4 after = mix(uvec4(0u), uvec4(1u), greaterThanEqual(uvec4(c), next));
    start[c]    = i + after.x + after.y + after.z + after.w;
}

// Of keys i .. i + 3: the cell after it; of those behind the list's end the one after all starts.
uvec4 next_cells(uint i)
{
    uvec4 next = key[i / 4u] + 1u;
    if (i + 1u >= list.count) next.y = push.cells + 1u;
    if (i + 2u >= list.count) next.z = push.cells + 1u;
    if (i + 3u >= list.count) next.w = push.cells + 1u;
    return next;
}

void main()
{
    uint first = group_index() * LIST_BLOCK, end = min(first + LIST_BLOCK, list.count), t = gl_LocalInvocationID.x;
    if (first >= list.count) return;
    if (t == 0u) gaps = 0u;
    barrier();
    for (uint i = first + 4u * t; i < end; i += 4u * gl_WorkGroupSize.x)
    {
        uvec4 next = next_cells(i);
        uint  c    = i > 0u ? key[i / 4u - 1u].w + 1u : 0u;
        uint  stop = i + 4u < list.count ? next.w : push.cells + 1u;
        if (stop - c > CELL_SORT_GAP) gap[atomicAdd(gaps, 1u)] = uvec2(c, i);
        else
            for (; c < stop; ++c) begin_cell(c, i, next);
    }
    barrier();
    for (uint k = 0u; k < gaps; ++k)
    {
        uint  i    = gap[k].y;
        uvec4 next = next_cells(i);
        uint  stop = i + 4u < list.count ? next.w : push.cells + 1u;
        for (uint c = gap[k].x + t; c < stop; c += gl_WorkGroupSize.x) begin_cell(c, i, next);
    }
}
