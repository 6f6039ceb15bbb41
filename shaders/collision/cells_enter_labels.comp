// Entries by spheres: the home cell, and all phantom cells that the ball, sqrt 2 larger, reaches; one collider a
// thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells.glsl"

layout(push_constant) uniform Push { cells_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) readonly buffer Sizes { cells_sizes sizes; };
layout(std430, binding = 3) writeonly buffer Key { uint key[]; };     // by collider and step
layout(std430, binding = 4) writeonly buffer Entry { uint entry[]; }; // by collider and step
layout(std430, binding = 5) writeonly buffer Home { cells_home home[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    cells_ball ball = cells_ball_around(box[i]);
    bool  bounded  = is_bounded(box[i], meet[i]);
    float inverse  = cells_inverse(sizes, CELLS_RADII, push.cell);
    float radius   = ((ball.radius + cells_slack(sizes)) * inverse) + 9.5367432e-7; // 2^-20: rounding inside a cell
    float reach    = (radius * radius) * 2.0;
    vec3  u        = ball.centre * inverse;
    vec3  whole    = floor(u);
    vec3  inside   = u - whole;
    bvec3 below    = lessThan(inside, vec3(0.5));
    vec3  near     = exact_flush(mix(1.0 - inside, inside, below)); // to the next border
    vec3  squared  = near * near;
    ivec3 cell     = ivec3(exact_clamp(whole, vec3(-2e9), vec3(2e9)));
    ivec3 side     = mix(ivec3(1), ivec3(-1), below);
    uint  label    = cells_label(cell);
    uint  touched  = 0u;
    for (uint s = 0u; s < CELLS_EACH; ++s)
    {
        ivec3 off  = cells_step(s);
        vec3  away = mix(vec3(0.0), squared, greaterThan(off, ivec3(0)));
        bool  used = bounded && (away.x + away.y) + away.z <= reach;
        touched |= used ? 1u << (label ^ s) : 0u; // a step along an axis changes the parity there
        key[CELLS_EACH * i + s]   = used ? cells_key(cell + (off * side), s == 0u) : CELLS_NONE;
        entry[CELLS_EACH * i + s] = i | (s << CELLS_STEP_SHIFT);
    }
    home[i].start   = 0u;
    home[i].next    = 0u;
    home[i].homes   = 0u;
    home[i].end     = 0u;
    home[i].control = bounded ? label | (touched << 3u) : 0u;
}
