#version 450
#extension GL_GOOGLE_include_directive : require
// Smooths a liquid's surface along one direction of the picture. Neighbours count in opposite pairs: near / distance is
// linear on a plane, so a flat surface stays where it is however it leans. The walk ends where one of the two is missing
// or jumps: towards an edge less and less is smoothed.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(set = 1, binding = 0) uniform sampler2D depth_map;
layout(set = 1, binding = 1) uniform sampler2D foam_map;
layout(push_constant) uniform Push { smooth_push smoothing; };
layout(location = 0) in vec2 screen;
layout(location = 0) out float out_depth; // near / distance, 0: nothing here
layout(location = 1) out float out_foam;

const int MOST_PAIRS = 8;

void main()
{
    vec2 at    = screen * vec2(0.5, -0.5) + 0.5;
    float here = textureLod(depth_map, at, 0.0).r;
    out_depth  = here;
    out_foam   = textureLod(foam_map, at, 0.0).r;
    if (here <= 0.0) return;

    float spacing = smoothing.spacing * here / frame.eye.w; // of particles, over the distance
    float pixel   = 2.0 * length(frame.up.xyz) * frame.size.w;                        // over the distance
    float reach   = clamp(2.0 * smoothing.reach * spacing / pixel, 2.0, smoothing.most); // pixels
    int pairs     = min(int(reach + 0.5), MOST_PAIRS);
    vec2 way      = vec2(smoothing.x, smoothing.y) * reach / float(pairs);
    float jump    = smoothing.jump * here * (spacing + 3.0 * pixel);
    float sum = here, foam = out_foam, weights = 1.0;
    vec2 before = vec2(here);
    for (int i = 1; i <= pairs; ++i)
    {
        vec2 off  = round(way * float(i)) * frame.size.zw;
        vec2 both = vec2(textureLod(depth_map, at + off, 0.0).r, textureLod(depth_map, at - off, 0.0).r);
        vec2 step = abs(both - before);
        if (min(both.x, both.y) <= 0.0 || max(step.x, step.y) > jump) break;
        before       = both;
        float part   = float(i) / float(pairs);
        float weight = exp(-2.0 * part * part);
        sum += weight * (both.x + both.y);
        foam += weight * (textureLod(foam_map, at + off, 0.0).r + textureLod(foam_map, at - off, 0.0).r);
        weights += 2.0 * weight;
    }
    out_depth  = sum / weights;
    out_foam   = foam / weights;
}
