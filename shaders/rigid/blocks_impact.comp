// Bounces over blocks, one group each. A body's blow is what its speeds changed by, copies and all.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 2) readonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 3) coherent buffer Speed { body_speed speed[]; }; // contacts with what does not move shift bodies
layout(std430, binding = 4) buffer Blow { body_blow blow[]; };

#include "rigid/blocks.glsl"
#include "rigid/solve_impact.glsl"

void note_blow(solve_response s)
{
    if (push.where == BLOCK_LATE) add_blow(s);
}

bool shifts()
{
    return push.where != BLOCK_SECOND; // copies have speeds only
}

void leave(uint i, vec3 v, vec3 w)
{
    blow[i].velocity = changed(blow[i].velocity, v - speed[i].velocity.xyz);
    blow[i].spin     = changed(blow[i].spin, w - speed[i].spin.xyz);
}

void solve_contact(uint place, uint sweep)
{
    if (push.where == BLOCK_SECOND && near_a == BLOCK_OUTSIDE && near_b == BLOCK_OUTSIDE)
    {
        // A lone contact that does not bounce leaves its copies as they are.
        uint a = uint(field(SOLVE_BODY, place).x), b = uint(field(SOLVE_BODY, place).y);
        uint at = push.lone_part + 2u * lone_entry;
        copy[at]      = speed[a].velocity;
        copy[at + 1u] = speed[a].spin;
        copy[at + 2u] = speed[b].velocity;
        copy[at + 3u] = speed[b].spin;
    }
    impact_contact(place);
}

void main()
{
    run_blocks();
}
