// The impulses that the last step left, once more. One contact of a colour a thread.
#version 460
#extension GL_GOOGLE_include_directive : require

layout(std430, binding = 4) buffer Impulse { vec4 impulse[]; };

#include "rigid/solve_colour.glsl"
#include "rigid/solve_start.glsl"

void solve_contact(uint place)
{
    start_contact(place);
}

void main()
{
    solve_colour();
}
