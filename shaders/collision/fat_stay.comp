// Which of the pairs so far are pairs no longer, one a thread: their places are free.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/fat_stay.glsl"

layout(std430, binding = 0) readonly buffer Known { list_header known; };
layout(std430, binding = 5) writeonly buffer Free { uint free[]; };

void main()
{
    uint i = thread_index();
    if (i < known.count) free[i] = uint(fat_gone(i));
}
