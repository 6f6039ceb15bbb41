// The lists that start the tree, and that of the pairs so far: full ones if the pairs have to be made again, else empty
// ones; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/fat_again.glsl"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) buffer State { fat_state state; };
layout(std430, binding = 1) writeonly buffer Lists { list_header list[]; };
layout(std430, binding = 2) writeonly buffer Known { list_header known; };

void main()
{
    if (thread_index() != 0u) return;
    uint why = fat_again(state, state.moved, push.slots, push.capacity);
    for (uint k = 0u; k < FAT_LISTS; ++k) list[k] = list_complete(why != 0u ? push.count[k] : 0u, push.count[k]);
    known       = list_complete(why == FAT_LEFT ? state.kept : 0u, push.capacity);
    state.moved = why;
}
