// The biased sweep over blocks, one group each; before it, or instead of it, the impulses of the last step.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 2) readonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 3) buffer Speed { body_speed speed[]; };
layout(std430, binding = 4) buffer Impulse { vec4 impulse[]; };

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
