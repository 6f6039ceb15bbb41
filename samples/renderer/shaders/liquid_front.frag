#version 450
#extension GL_GOOGLE_include_directive : require
// The liquid's nearest surface, before it is smoothed.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(location = 0) in vec2 disc;
layout(location = 1) flat in vec4 sphere;
layout(location = 2) flat in float rim;
layout(location = 3) flat in float white;
layout(location = 0) out float out_foam;
layout(depth_less) out float gl_FragDepth;

void main()
{
    float u = dot(disc, disc);
    if (u >= 1.0) discard;
    // See sphere.frag.
    float squared = dot(sphere.xyz, sphere.xyz);
    float t       = (squared - sqrt(squared * (1.0 - u)) * sphere.w) / (squared + rim * rim * u);
    gl_FragDepth  = frame.eye.w * gl_FragCoord.w / t;
    out_foam      = white;
}
