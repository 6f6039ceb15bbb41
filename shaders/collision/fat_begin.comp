// The lists that start the tree: full ones if the pairs have to be made again, else empty ones; one thread. They have
// to if somebody moved, if there are more colliders or fewer, or if the list lacks some that there is room for now.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) buffer State { fat_state state; };
layout(std430, binding = 1) writeonly buffer Lists { list_header list[]; };

void main()
{
    if (thread_index() != 0u) return;
    bool whole = state.kept == min(state.needed, push.capacity);
    bool again = state.moved != 0u || state.slots != push.slots || !whole;
    for (uint k = 0u; k < FAT_LISTS; ++k) list[k] = list_complete(again ? push.count[k] : 0u, push.count[k]);
    state.moved = again ? 1u : 0u;
}
