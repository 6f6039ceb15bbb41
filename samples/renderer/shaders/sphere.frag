#version 450
#extension GL_GOOGLE_include_directive : require
// Where the ray through this pixel meets the sphere. One hit per pixel; the outline is cut per sample.
#include "frame_shared.h"
#include "surface.glsl"
#include "samples.glsl"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(location = 0) in vec3 ray;
layout(location = 1) in vec2 disc;
layout(location = 2) flat in vec4 sphere;
layout(location = 3) flat in vec4 colour_rim;
layout(depth_less) out float gl_FragDepth;

void main()
{
    vec2 dx = dFdx(disc), dy = dFdy(disc);
    int covered = 0;
    for (int s = 0; s < 4; ++s)
    {
        vec2 at = disc + dx * SAMPLE_AT[s].x + dy * SAMPLE_AT[s].y;
        covered |= dot(at, at) < 1.0 ? 1 << s : 0;
    }
    if (covered == 0) discard;
    gl_SampleMask[0] = covered;

    // |ray|^2 = d^2 + (rim u)^2, as the quad is perpendicular to the centre; the discriminant becomes (d r)^2 (1 - u^2).
    float squared = dot(sphere.xyz, sphere.xyz);
    float u       = min(dot(disc, disc), 1.0);
    float t       = (squared - sqrt(squared * (1.0 - u)) * sphere.w) / (squared + colour_rim.w * colour_rim.w * u);
    gl_FragDepth  = frame.eye.w * gl_FragCoord.w / t;
    write_lit(colour_rim.rgb, normalize(ray * t - sphere.xyz));
}
