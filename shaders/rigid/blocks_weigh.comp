// Masses as each contact sees them, one contact a thread; in the second partition those of the bodies' copies.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve_weigh.glsl"
#include "rigid/blocks_shared.h"

layout(std430, binding = 6) readonly buffer Where { uint where[]; };          // by place
layout(std430, binding = 7) readonly buffer Copies { body_copies copies[]; }; // by slot

float copies_of(uint place, uint slot)
{
    uint at = where[place] >> BLOCK_WHERE_SHIFT;
    if (at != BLOCK_SECOND && at != BLOCK_LONE) return 1.0;
    return float(max(copies[slot].second + copies[slot].lone, 1u));
}

void main()
{
    uint place = thread_index();
    if (place < list.count) weigh(place);
}
