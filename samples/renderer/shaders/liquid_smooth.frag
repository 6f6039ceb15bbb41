#version 450
#extension GL_GOOGLE_include_directive : require
// Smooths a liquid's surface along one direction of the picture. Taps come in opposite pairs: what is averaged is the
// middle of two, and as near / distance is linear on a plane, a flat surface stays where it is however it leans. A pair
// whose middle is far from the pixel lies across an edge: there the walk ends.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(set = 1, binding = 0) uniform sampler2D depth_map;
layout(set = 1, binding = 1) uniform sampler2D colour_map;
layout(push_constant) uniform Push { smooth_push smoothing; };
layout(location = 0) in vec2 screen;
layout(location = 0) out float out_depth; // near / distance, 0: nothing here
layout(location = 1) out vec4 out_colour;

const int MOST_PAIRS = 10;

void main()
{
    vec2 at    = screen * vec2(0.5, -0.5) + 0.5;
    float here = textureLod(depth_map, at, 0.0).r;
    out_depth  = here;
    out_colour = textureLod(colour_map, at, 0.0);
    if (here <= 0.0) return;

    float spacing = smoothing.spacing * here / frame.eye.w; // of particles, over the distance
    float sigma   = smoothing.reach * spacing * frame.size.y * 0.5 / length(frame.up.xyz); // pixels
    float reach   = min(2.0 * sigma, 48.0);
    int pairs     = min(int(reach + 0.5), MOST_PAIRS);
    vec2 way      = vec2(smoothing.x, smoothing.y) * reach / max(float(pairs), 1.0);
    float bend    = 1.0 / (0.9 * here * spacing); // of one spacing: too much
    float sum = here, weights = 1.0;
    vec4 colour = out_colour;
    for (int i = 1; i <= pairs; ++i)
    {
        vec2 off    = round(way * float(i)) * frame.size.zw;
        float a     = textureLod(depth_map, at + off, 0.0).r, b = textureLod(depth_map, at - off, 0.0).r;
        float bent  = (0.5 * (a + b) - here) * bend;
        if (a <= 0.0 || b <= 0.0 || abs(bent) >= 1.0) break;
        float part   = float(i) / float(pairs);
        float weight = exp(-2.0 * part * part) * (1.0 - bent * bent);
        sum += weight * (a + b);
        colour += weight * (textureLod(colour_map, at + off, 0.0) + textureLod(colour_map, at - off, 0.0));
        weights += 2.0 * weight;
    }
    out_depth  = sum / weights;
    out_colour = colour / weights;
}
