// New fat boxes, one a thread, and where planes are.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/fat_grow.glsl"

layout(std430, binding = 4) readonly buffer State { fat_state state; };

void main()
{
    uint i = thread_index();
    if (i < push.slots) fat_grow(i, state.moved == FAT_LEFT);
}
