// The sweep after the move, over blocks, one group each.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/blocks.glsl"
#include "rigid/solve_relax.glsl"

void solve_contact(uint place, uint sweep)
{
    relax_contact(place);
}

void main()
{
    run_blocks();
}
