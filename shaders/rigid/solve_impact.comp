// Bounces. One contact of a colour a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve_shared.h"

layout(std430, binding = 4) buffer Blow { body_blow blow[]; };

#include "rigid/solve_colour.glsl"
#include "rigid/solve_impact.glsl"

void note_blow(solve_response s)
{
    add_blow(s);
}

bool shifts()
{
    return true;
}

void solve_contact(uint place)
{
    impact_contact(place);
}

void main()
{
    solve_colour();
}
