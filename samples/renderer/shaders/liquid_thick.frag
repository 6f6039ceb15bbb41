#version 450
#extension GL_GOOGLE_include_directive : require
// How much liquid a ray passes, and of what colour, summed over the particles; at half the picture's size.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(push_constant) uniform Push { item_push item; };
layout(set = 2, binding = 4) uniform sampler2DMS depth_map;
layout(location = 0) in vec2 disc;
layout(location = 1) flat in vec4 sphere;
layout(location = 0) out vec4 out_depth; // optical depth of red, green, blue; metres
layout(location = 1) out vec4 out_tint;  // colours, each as strong as it keeps light back; the sum of strengths

void main()
{
    float u = dot(disc, disc);
    if (u >= 1.0) discard;
    ivec2 pixel = min(ivec2(gl_FragCoord.xy) * 2, ivec2(frame.size.xy) - 1);
    float depth = frame.eye.w / dot(sphere.xyz, frame.forward.xyz);
    if (texelFetch(depth_map, pixel, 0).r > depth) discard; // behind something solid
    // As much liquid as the particle has, whatever radius it is drawn with.
    float spacing = 2.0 * item.scale.w;
    float through = spacing * spacing * spacing * (1.0 - u) / (1.570796 * sphere.w * sphere.w);
    out_depth     = vec4(-log(max(item.colour.rgb, 0.004)) / item.scale.x, 1.0) * through;
    out_tint      = vec4(item.colour.rgb, 1.0) * dot(out_depth.rgb, vec3(1.0));
}
