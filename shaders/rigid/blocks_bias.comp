// The biased sweep over blocks, one group each; before it, or instead of it, the impulses of the last step.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/blocks.glsl"
#include "rigid/solve_start.glsl"
#include "rigid/solve_bias.glsl"

void solve_contact(uint place, uint sweep)
{
    if (sweep == BLOCKS_START) start_contact(place);
    else bias_contact(place);
}

void leave(uint i, vec3 v, vec3 w)
{
}

void main()
{
    run_blocks();
}
