// Takes what bounces did in the last substep off the velocities, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) buffer Speed { body_speed speed[]; };
layout(std430, binding = 1) buffer Blow { body_blow blow[]; };

#include "rigid/solve_forget.glsl"

void main()
{
    uint i = thread_index();
    if (i < range.count) forget_blow(i);
}
