// How many pairs there are after the tree was built, or after it was not: their header anew; it is not kept, as its
// arguments of dispatches are for this device's group size. One thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) buffer State { fat_state state; };
layout(std430, binding = 1) readonly buffer Known { list_header known; };
layout(std430, binding = 2) readonly buffer FreshList { list_header fresh_list; };
layout(std430, binding = 3) readonly buffer PlaceList { list_header place_list; };
layout(std430, binding = 4) writeonly buffer List { list_header list; };

void main()
{
    if (thread_index() != 0u) return;
    bool kept   = state.moved == 0u;
    uint needed = kept ? state.needed : (known.count - place_list.count) + fresh_list.needed;
    list_header all = list_complete(needed, push.capacity);
    all.spare = kept ? PAIRS_KEPT : 0u;
    list      = all;
    if (!kept) state = fat_state(push.slots, 0u, state.builds + 1u, needed, all.count);
}
