// Whether colliders are still inside their fat boxes, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/fat_check.glsl"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 7) buffer State { fat_state state; };

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    uint why = fat_check(i);
    if (why != 0u) atomicOr(state.moved, why);
}
