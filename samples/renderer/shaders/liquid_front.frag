#version 450
#extension GL_GOOGLE_include_directive : require
// The liquid's nearest surface, before it is smoothed.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(location = 0) in vec2 disc;
layout(location = 1) flat in vec4 sphere;
layout(location = 2) flat in float rim;
layout(location = 3) flat in float white;
layout(location = 4) flat in uint loose;
layout(location = 5) flat in vec2 streak;
layout(location = 6) flat in uint number;
layout(location = 0) out float out_foam;
layout(depth_less) out float gl_FragDepth;

const uint DROPS = 10u;

float random(uint drop, uint which) // 0 to 1, the same in every frame
{
    uint n = (number * DROPS + drop) * 3u + which;
    n      = (n ^ n >> 16) * 0x45d9f3bu;
    n      = (n ^ n >> 16) * 0x45d9f3bu;
    return float((n ^ n >> 16) & 0xffffu) / 65535.0;
}

// How far before the centre the nearest drop is, in radii of the disc; -2: there is none.
float drops()
{
    float nearest = -2.0;
    for (uint k = 0u; k < DROPS; ++k)
    {
        float turn   = 6.2831853 * random(k, 0u), out_by = random(k, 1u), size = random(k, 2u);
        float radius = mix(0.06, 0.20, size * size);
        vec2 centre  = 0.60 * sqrt(out_by) * vec2(cos(turn), sin(turn)) + streak * (size - 0.5);
        vec2 aside   = disc - centre;
        float inside = radius * radius - dot(aside, aside);
        if (inside > 0.0) nearest = max(nearest, sqrt(inside) + 0.5 * (out_by - 0.5));
    }
    return nearest;
}

void main()
{
    float u = dot(disc, disc);
    // See sphere.frag.
    float squared = dot(sphere.xyz, sphere.xyz), before = sqrt(max(1.0 - u, 0.0));
    float t       = (squared - sqrt(squared) * before * sphere.w) / (squared + rim * rim * u);
    if (loose != 0u)
    {
        before = drops();
        t      = 1.0 - before * sphere.w * inversesqrt(squared);
    }
    if (u >= 1.0 || before < -1.0) discard;
    gl_FragDepth = frame.eye.w * gl_FragCoord.w / t;
    out_foam     = white;
}
