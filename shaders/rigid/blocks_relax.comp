// The sweep after the move, over blocks, one group each.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/blocks.glsl"
#include "rigid/solve_relax.glsl"

void solve_contact(uint place, uint sweep)
{
    relax_contact(place);
}

void leave(uint i, vec3 v, vec3 w)
{
}

void main()
{
    run_blocks();
}
