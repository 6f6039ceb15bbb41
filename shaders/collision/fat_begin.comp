// The lists that start the tree, and that of the pairs so far: full ones if the pairs have to be made again, else empty
// ones; one thread. They have to if somebody moved, if there are more colliders or fewer, or if the list lacks some that
// there is room for now. What is not wholly known is made wholly anew.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) buffer State { fat_state state; };
layout(std430, binding = 1) writeonly buffer Lists { list_header list[]; };
layout(std430, binding = 2) writeonly buffer Known { list_header known; };

void main()
{
    if (thread_index() != 0u) return;
    bool whole  = state.kept == min(state.needed, push.capacity);
    bool again  = state.moved != 0u || state.slots != push.slots || !whole;
    bool wholly = (state.moved & ~uint(FAT_LEFT)) != 0u || state.slots != push.slots || state.kept != state.needed;
    for (uint k = 0u; k < FAT_LISTS; ++k) list[k] = list_complete(again ? push.count[k] : 0u, push.count[k]);
    known       = list_complete(again && !wholly ? state.kept : 0u, push.capacity);
    state.moved = again ? (wholly ? FAT_WHOLLY : FAT_LEFT) : 0u;
}
