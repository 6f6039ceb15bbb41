// Remembers how many pairs there are when they were made again, else writes their header anew: it is not kept, as its
// arguments of dispatches are for this device's group size. One thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) buffer State { fat_state state; };
layout(std430, binding = 1) buffer List { list_header list; };

void main()
{
    if (thread_index() != 0u) return;
    if (state.moved == 0u)
    {
        list_header kept = list_complete(state.needed, push.capacity);
        kept.spare = PAIRS_KEPT;
        list       = kept;
    }
    else
        state = fat_state(push.slots, 0u, state.builds + 1u, list.needed, list.count);
}
