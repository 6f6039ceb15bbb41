// Bounces over blocks, one group each. A body's blow is what its speeds changed by, copies and all.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SOLVE_SPEED coherent // contacts with what does not move shift their bodies
#include "rigid/blocks.glsl"
#include "rigid/solve_impact.glsl"

void note_blow(solve_response s)
{
    if (push.where == BLOCK_LATE) add_blow(s);
}

void leave(uint i, vec3 v, vec3 w)
{
    blow[i].velocity = changed(blow[i].velocity, v - speed[i].velocity.xyz);
    blow[i].spin     = changed(blow[i].spin, w - speed[i].spin.xyz);
}

void solve_contact(uint place, uint sweep)
{
    impact_contact(place);
}

void main()
{
    run_blocks();
}
