// The biased sweep. One contact of a colour a thread.
#version 460
#extension GL_GOOGLE_include_directive : require

layout(std430, binding = 4) buffer Impulse { vec4 impulse[]; };

#include "rigid/solve_colour.glsl"
#include "rigid/solve_bias.glsl"

void solve_contact(uint place)
{
    bias_contact(place);
}

void main()
{
    solve_colour();
}
