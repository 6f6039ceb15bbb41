#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group counts LIST_BLOCK entries, a thread four at a time. The rank in a cell is whatever the scheduler makes it.
layout(push_constant) uniform Push { cell_sort_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Key { uvec4 key[]; };
layout(std430, binding = 2) buffer Count { uint count[]; };          // per cell
layout(std430, binding = 3) writeonly buffer Rank { uvec4 rank[]; }; // per entry
layout(std430, binding = 4) writeonly buffer CellList { list_header cell_list; };

void main()
{
    // The scan runs over the cells, and only if there are entries.
    if (thread_index() == 0u) cell_list = list_complete(push.cells + 1u, push.cells + 1u);

    uint first = group_index() * LIST_BLOCK;
    uint end   = min(first + LIST_BLOCK, list.count);
    for (uint i = first + 4u * gl_LocalInvocationID.x; i < end; i += 4u * gl_WorkGroupSize.x)
    {
        uvec4 cell = key[i / 4u], r = uvec4(0u);
        r.x = atomicAdd(count[cell.x], 1u);
        if (i + 1u < end) r.y = atomicAdd(count[cell.y], 1u);
        if (i + 2u < end) r.z = atomicAdd(count[cell.z], 1u);
        if (i + 3u < end) r.w = atomicAdd(count[cell.w], 1u);
        rank[i / 4u] = r;
    }
}
