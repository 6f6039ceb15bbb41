// Writing list headers (list_shared.h) and finding one's place in a dispatch.
#ifndef MAS_LIST_GLSL
#define MAS_LIST_GLSL

#include "list_shared.h"

layout(local_size_x_id = 0) in; // chosen per device or by the kernel's table, never changes a result
layout(constant_id = 4) const uint LIST_GROUP = 64; // threads per group of kernels that leave their size open

// Large dispatches grow in y, so a group's number is not its x.
uint group_index()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

uint thread_index()
{
    return group_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
}

// Groups in x and y for n groups; {0, 1} for none. The last row may have idle groups.
uvec2 list_groups(uint n)
{
    if (n <= LIST_MAX_GROUPS_X) return uvec2(n, 1u);
    return uvec2(LIST_MAX_GROUPS_X, (n + LIST_MAX_GROUPS_X - 1u) / LIST_MAX_GROUPS_X);
}

// A complete header for n entries wanting into room for capacity.
list_header list_complete(uint n, uint capacity)
{
    list_header h;
    h.count    = min(n, capacity);
    h.capacity = capacity;
    h.needed   = n;
    h.spare    = 0u;
    uvec2 g    = list_groups((h.count + LIST_GROUP - 1u) / LIST_GROUP);
    uvec2 b    = list_groups((h.count + LIST_BLOCK - 1u) / LIST_BLOCK);
    h.group_x  = g.x;
    h.group_y  = g.y;
    h.group_z  = 1u;
    h.spare_1  = 0u;
    h.block_x  = b.x;
    h.block_y  = b.y;
    h.block_z  = 1u;
    h.spare_2  = 0u;
    return h;
}

#endif
