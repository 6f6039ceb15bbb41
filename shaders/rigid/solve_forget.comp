// Takes what bounces did in the last substep off the velocities, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve_forget.glsl"

layout(push_constant) uniform Push { mas_range range; };

void main()
{
    uint i = thread_index();
    if (i < range.count) forget_blow(i);
}
