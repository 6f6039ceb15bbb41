#version 450
#extension GL_GOOGLE_include_directive : require
// A liquid over the lit picture: what is behind shows through, bent and coloured by as much liquid as lies between; the
// sky is mirrored, more from the side; the sun glints.
#include "light.glsl"

layout(set = 1, binding = 4) uniform sampler2DMS depth_map;
layout(set = 1, binding = 6) uniform sampler2D behind_map;  // the picture without liquid
layout(set = 1, binding = 7) uniform sampler2D liquid_map;  // smoothed near / distance; 0: none
layout(set = 1, binding = 8) uniform sampler2D foam_map;
layout(set = 1, binding = 9) uniform sampler2D thick_map;   // optical depth of red, green, blue; metres
layout(set = 1, binding = 10) uniform sampler2D tint_map;   // its colour, times w
layout(location = 0) in vec2 screen;
layout(location = 0) out vec4 out_colour;

float liquid_at(vec2 at)
{
    return textureLod(liquid_map, at, 0.0).r;
}

// Change of near / distance across a pixel: of the side that goes on, where the other is an edge.
float slope(float before, float here, float after)
{
    float a = here - before, b = after - here, pixel = 2.0 * length(frame.up.xyz) * frame.size.w;
    float edge = here * (0.7 * frame.sky_range.z * here / frame.eye.w + 3.0 * pixel);
    bool on_a = before > 0.0 && abs(a) < edge, on_b = after > 0.0 && abs(b) < edge;
    return on_a && on_b ? 0.5 * (a + b) : on_a ? a : on_b ? b : 0.0;
}

// Towards the eye; edge: 1 where all four neighbours are liquid, less on the outline.
vec3 liquid_normal(vec2 at, float here, out float edge)
{
    vec2 x = vec2(frame.size.z, 0.0), y = vec2(0.0, frame.size.w);
    vec4 around = vec4(liquid_at(at - x), liquid_at(at + x), liquid_at(at + y), liquid_at(at - y));
    edge        = min(0.25 + 0.25 * dot(step(vec4(1e-20), around), vec4(1.0)), 1.0);
    // On a plane near / distance is n.ray times a constant, so its slopes are those of the normal. Screen y is up.
    float dx = slope(around.x, here, around.y) * 0.5 * frame.size.x;
    float dy = slope(around.z, here, around.w) * 0.5 * frame.size.y;
    return -normalize(frame.forward.xyz * (here - screen.x * dx - screen.y * dy) +
                      frame.right.xyz * (dx / dot(frame.right.xyz, frame.right.xyz)) +
                      frame.up.xyz * (dy / dot(frame.up.xyz, frame.up.xyz)));
}

// What is behind, seen from a little aside as the ray bends, unless something before the liquid is there.
vec3 bent(vec2 at, vec3 normal, float here, float metres)
{
    float distance = frame.eye.w / here;
    vec2 lean      = vec2(dot(normal, frame.right.xyz) / dot(frame.right.xyz, frame.right.xyz),
                          -dot(normal, frame.up.xyz) / dot(frame.up.xyz, frame.up.xyz));
    vec2 aside     = at - lean * (0.12 * min(metres, 0.1 * distance) / distance);
    aside          = clamp(aside, 0.5 * frame.size.zw, 1.0 - 0.5 * frame.size.zw);
    bool before    = texelFetch(depth_map, ivec2(aside * frame.size.xy), 0).r > here;
    return textureLod(behind_map, before ? at : aside, 0.0).rgb;
}

vec3 liquid_colour(vec2 at, vec3 point, vec3 normal, float here)
{
    vec4 thick   = textureLod(thick_map, at, 0.0), tint = textureLod(tint_map, at, 0.0);
    vec3 body    = tint.rgb / max(tint.a, 1e-4);
    float foam   = textureLod(foam_map, at, 0.0).r;
    vec3 above   = mix(frame.horizon.rgb, frame.zenith.rgb, 0.45);
    float direct = dot(normal, frame.sun.xyz);
    vec3 light   = above * (0.55 + 0.35 * normal.y) + frame.sun_colour.rgb * max(0.16 + 0.20 * direct, 0.0);
    vec3 white   = 0.9 * (above + frame.sun_colour.rgb * (0.36 + 0.24 * direct));
    vec3 within  = mix(tone_map(body * light), bent(at, normal, here, thick.a), exp(-thick.rgb));
    within       = mix(within, tone_map(white), 0.7 * foam);

    vec3 to_eye   = normalize(frame.eye.xyz - point);
    float facing  = clamp(dot(normal, to_eye), 0.0, 1.0);
    float fresnel = (0.03 + 0.65 * pow(1.0 - facing, 3.5)) * (1.0 - 0.7 * foam);
    vec3 mirror   = reflect(-to_eye, normal);
    vec3 below    = frame.ground.rgb * (0.7 * above + 0.3 * frame.sun_colour.rgb * max(frame.sun.y, 0.0));
    vec3 mirrored = mix(below, sky(mirror, false), smoothstep(-0.12, 0.12, mirror.y));
    float towards = max(dot(mirror, frame.sun.xyz), 0.0); // the sun itself, and the glow around it
    float glint   = 1.6 * pow(towards, 300.0) + 0.18 * pow(towards, 24.0);
    if (glint > 0.01) glint *= sunlight(point + frame.sun.xyz * frame.sky_range.z, normal, 1.0);
    return mix(within, tone_map(mirrored), fresnel) + tone_map(frame.sun_colour.rgb) * glint;
}

void main()
{
    vec2 at    = gl_FragCoord.xy * frame.size.zw;
    float here = liquid_at(at);
    out_colour = vec4(textureLod(behind_map, at, 0.0).rgb, 1.0);
    if (here <= 0.0) return;
    float seen = 0.0, edge; // by the samples of what is solid
    for (int s = 0; s < 4; ++s) seen += texelFetch(depth_map, ivec2(gl_FragCoord.xy), s).r < here ? 0.25 : 0.0;
    vec3 ray    = frame.forward.xyz + screen.x * frame.right.xyz + screen.y * frame.up.xyz;
    vec3 point  = frame.eye.xyz + ray * (frame.eye.w / here);
    bool buried = frame.up.w > 0.0 && point.y < frame.forward.w; // the ground is not in the samples
    if (seen == 0.0 || buried) return;
    vec3 normal    = liquid_normal(at, here, edge);
    out_colour.rgb = mix(out_colour.rgb, liquid_colour(at, point, normal, here), seen * edge);
}
