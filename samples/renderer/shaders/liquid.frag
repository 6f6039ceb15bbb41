#version 450
#extension GL_GOOGLE_include_directive : require
// A liquid over the lit picture: what is behind shows through, bent and coloured by as much liquid as lies between; the
// sky is mirrored, more from the side; the sun glints.
#include "light.glsl"

layout(set = 1, binding = 4) uniform sampler2DMS depth_map;
layout(set = 1, binding = 6) uniform sampler2D behind_map;  // the picture without liquid
layout(set = 1, binding = 7) uniform sampler2D liquid_map;  // smoothed near / distance; 0: none
layout(set = 1, binding = 8) uniform sampler2D colour_map;  // colour; w foam
layout(set = 1, binding = 9) uniform sampler2D thick_map;   // optical depth of red, green, blue; metres
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

void main()
{
    vec2 pixel  = frame.size.zw, at = gl_FragCoord.xy * pixel;
    float here  = liquid_at(at);
    vec3 behind = textureLod(behind_map, at, 0.0).rgb;
    out_colour  = vec4(behind, 1.0);
    if (here <= 0.0) return;
    float seen = 0.0; // by the samples of what is solid
    for (int s = 0; s < 4; ++s) seen += texelFetch(depth_map, ivec2(gl_FragCoord.xy), s).r < here ? 0.25 : 0.0;
    float near = frame.eye.w / here;
    vec3 ray   = frame.forward.xyz + screen.x * frame.right.xyz + screen.y * frame.up.xyz;
    vec3 point = frame.eye.xyz + ray * near;
    bool buried = frame.up.w > 0.0 && point.y < frame.forward.w; // the ground is not in the samples
    if (seen == 0.0 || buried) return;

    float left = liquid_at(at - vec2(pixel.x, 0.0)), right = liquid_at(at + vec2(pixel.x, 0.0));
    float above = liquid_at(at - vec2(0.0, pixel.y)), below = liquid_at(at + vec2(0.0, pixel.y));
    vec4 around = step(vec4(1e-20), vec4(left, right, above, below));
    seen *= min(0.25 + 0.25 * dot(around, vec4(1.0)), 1.0); // the outline is a step: a pixel of it is softened

    // A plane has near / distance = n.ray * constant, so its slopes are those of the normal. Screen y is up.
    float dx    = slope(left, here, right) * 0.5 * frame.size.x;
    float dy    = slope(below, here, above) * 0.5 * frame.size.y;
    vec3 normal = frame.forward.xyz * (here - screen.x * dx - screen.y * dy) +
                  frame.right.xyz * (dx / dot(frame.right.xyz, frame.right.xyz)) +
                  frame.up.xyz * (dy / dot(frame.up.xyz, frame.up.xyz));
    normal      = -normalize(normal);
    vec3 to_eye = -normalize(ray);

    // The ray bends: what is behind is seen from a little aside, unless something before the liquid is there.
    vec4 thick  = textureLod(thick_map, at, 0.0);
    vec2 lean   = vec2(dot(normal, frame.right.xyz) / dot(frame.right.xyz, frame.right.xyz),
                       -dot(normal, frame.up.xyz) / dot(frame.up.xyz, frame.up.xyz));
    vec2 aside  = clamp(at - lean * (0.12 * min(thick.a, 0.1 * near) / near), 0.5 * pixel, 1.0 - 0.5 * pixel);
    bool hidden = texelFetch(depth_map, ivec2(aside * frame.size.xy), 0).r > here;
    if (!hidden) behind = textureLod(behind_map, aside, 0.0).rgb;

    vec4 body     = textureLod(colour_map, at, 0.0);
    vec3 through  = exp(-thick.rgb);
    vec3 sky_mean = mix(frame.horizon.rgb, frame.zenith.rgb, 0.45);
    vec3 light    = sky_mean * (0.55 + 0.35 * normal.y) +
                 frame.sun_colour.rgb * max(0.16 + 0.20 * dot(normal, frame.sun.xyz), 0.0);
    vec3 within   = mix(tone_map(body.rgb * light), behind, through);
    float lit_by  = 0.6 + 0.4 * dot(normal, frame.sun.xyz);
    within        = mix(within, tone_map(vec3(0.9) * (sky_mean + 0.6 * frame.sun_colour.rgb * lit_by)), 0.85 * body.a);

    float facing  = clamp(dot(normal, to_eye), 0.0, 1.0);
    float fresnel = 0.03 + 0.87 * pow(1.0 - facing, 3.5);
    vec3 mirror   = reflect(-to_eye, normal);
    vec3 floor_   = frame.ground.rgb * (0.7 * sky_mean + 0.3 * frame.sun_colour.rgb * max(frame.sun.y, 0.0));
    vec3 mirrored = mix(floor_, sky(mirror, false), smoothstep(-0.12, 0.12, mirror.y));
    float towards = max(dot(mirror, frame.sun.xyz), 0.0); // the sun itself, and the glow around it
    float glint   = 1.6 * pow(towards, 300.0) + 0.18 * pow(towards, 24.0);
    if (glint > 0.01) glint *= sunlight(point + frame.sun.xyz * frame.sky_range.z, normal, 1.0);
    vec3 colour = mix(within, tone_map(mirrored), fresnel * (1.0 - 0.7 * body.a)) + tone_map(frame.sun_colour.rgb) * glint;
    out_colour  = vec4(mix(out_colour.rgb, colour, seen), 1.0);
}
