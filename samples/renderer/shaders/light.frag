#version 450
#extension GL_GOOGLE_include_directive : require
// Lights what the geometry passes left: each visible surface of a pixel once, weighted by the samples it covers, so that
// the cost depends on pixels and not on how many spheres lie behind one another.
#include "light.glsl"
#include "ground.glsl"
#include "samples.glsl"

layout(set = 1, binding = 2) uniform sampler2DMS albedo_map;
layout(set = 1, binding = 3) uniform sampler2DMS normal_map;
layout(set = 1, binding = 4) uniform sampler2DMS depth_map;
layout(location = 0) in vec2 screen;
layout(location = 0) out vec4 out_colour;

vec3 ray_at(vec2 at)
{
    return frame.forward.xyz + at.x * frame.right.xyz + at.y * frame.up.xyz;
}

vec3 surface_colour(vec4 albedo, vec4 normal, vec3 ray, float distance)
{
    if (normal.w > 0.5) return albedo.rgb; // debug lines: as given
    vec3 at    = frame.eye.xyz + ray * distance;
    vec3 n     = normalize(normal.xyz * 2.0 - 1.0);
    vec3 light = lit(at, n, albedo.rgb, -normalize(ray));
    return tone_map(fade(light, ray, distance));
}

void main()
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec3 ray    = ray_at(screen);
    // Which samples see the ground before anything else, which the sky, which a surface.
    int ground = 0, surface = 0;
    for (int s = 0; s < 4; ++s)
    {
        float depth = texelFetch(depth_map, pixel, s).r;
        vec3 r      = ray_at(screen + SAMPLE_AT[s] * vec2(2.0, -2.0) * frame.size.zw);
        float below = ground_distance(r);
        bool hit    = below > 0.0 && depth * below < frame.eye.w; // depth = near / distance, 0 infinitely far
        ground |= hit ? 1 << s : 0;
        surface |= !hit && depth > 0.0 ? 1 << s : 0;
    }
    vec3 sum  = vec3(0.0);
    int empty = 15 & ~(ground | surface);
    if (ground != 0) sum += float(bitCount(ground)) * ground_colour(ray);
    if (empty != 0) sum += float(bitCount(empty)) * tone_map(sky(normalize(ray), true));

    while (surface != 0)
    {
        int s        = findLSB(surface);
        vec4 albedo  = texelFetch(albedo_map, pixel, s);
        vec4 normal  = texelFetch(normal_map, pixel, s);
        float depth  = texelFetch(depth_map, pixel, s).r;
        float weight = 0.0;
        for (int other = 0; other < 4; ++other) // samples of one fragment hold the same bits
        {
            bool same = (surface >> other & 1) != 0 && texelFetch(normal_map, pixel, other) == normal &&
                        texelFetch(albedo_map, pixel, other) == albedo;
            weight += same ? 1.0 : 0.0;
            surface &= same ? ~(1 << other) : ~0;
        }
        sum += weight * surface_colour(albedo, normal, ray, frame.eye.w / depth);
    }
    out_colour = vec4(sum * 0.25, 1.0);
}
