// Sun, sky and how much of them a point sees.
#include "frame_shared.h"

#ifndef LIGHT_SET // which set has the maps and the surfaces
#define LIGHT_SET 1
#endif

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(set = LIGHT_SET, binding = 0) uniform sampler2DShadow sun_map;
layout(set = LIGHT_SET, binding = 1) uniform sampler2D sky_map;
layout(set = LIGHT_SET, binding = 5) uniform sampler2D sun_depth; // the same image as sun_map, read as it is

// Filmic curve with a soft shoulder (Narkowicz's fit of ACES), on exposed light.
vec3 tone_map(vec3 light)
{
    vec3 x = light * frame.sun_colour.w;
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

vec3 sky(vec3 direction, bool with_sun)
{
    float height = max(direction.y, 0.0);
    vec3 colour  = mix(frame.horizon.rgb, frame.zenith.rgb, 1.0 - pow(1.0 - height, 5.0));
    float facing = dot(direction, frame.sun.xyz);
    if (with_sun && facing > 0.0)
    {
        float glow = pow(facing, 6.0) * 0.09 + pow(facing, 64.0) * 0.22;
        float disc = smoothstep(frame.sun.w - 0.0004, frame.sun.w + 0.0004, facing);
        colour += frame.sun_colour.rgb * (glow + 8.0 * disc);
    }
    return colour;
}

// Far things take the colour of the horizon behind them.
vec3 fade(vec3 light, vec3 ray, float distance)
{
    float far  = distance * length(ray) / frame.horizon.w;
    vec3 level = normalize(vec3(ray.x, max(ray.y, 1e-4), ray.z));
    return mix(sky(level, true), light, exp(-3.0 * far * far));
}

// Each pixel starts elsewhere (interleaved gradient noise): grain is finer than the bands it breaks. 0..1
float grain()
{
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

// Share of the sun's disc that a point sees. First how far before it, on average, something blocks the sun; from that
// how wide the penumbra is here; then its taps. What lies in the open pays for the first alone. The offset along the
// normal is in texels: a surface that is in the map itself needs it against its own shadow, the ground, which is not,
// does not.
float sunlight(vec3 at, vec3 normal, float offset)
{
    const int SEARCH = 9, TAPS = 14;
    const vec2 TURN  = vec2(-0.73736888, 0.67549029); // the golden angle
    const float DISC = 0.014;                         // rad, radius of the sun; a little more than the true one
    const float REACH = 40.0;                         // texels, of the widest penumbra

    vec3 scale  = frame.map_scale[MAP_SUN].xyz;
    float texel = frame.map_scale[MAP_SUN].w;
    mat3 turn   = mat3(frame.map_clip[MAP_SUN]);
    vec3 facing = (turn * normal) / scale; // the normal in the map's axes; z is away from the sun
    float slant = max(-facing.z, 0.08);
    vec3 from   = at + normal * (texel * offset * (0.6 + 1.6 * sqrt(max(0.0, 1.0 - slant * slant))));
    vec3 clip   = (frame.map_clip[MAP_SUN] * vec4(from, 1.0)).xyz;
    vec2 uv     = clip.xy * 0.5 + 0.5;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) return 1.0;
    // Beside the point the surface goes on along its tangent plane, nearer to the sun or further: metres per metre.
    vec2 slope  = clamp(facing.xy / slant, -6.0, 6.0);
    float bias  = 0.3 * offset * texel;
    float angle = grain() * 6.2831853;
    vec2 start  = vec2(cos(angle), sin(angle));

    // No blocker is further away than the near side of the map.
    float reach = clamp(DISC * clip.z / scale.z, 1.5 * texel, REACH * texel);
    float before = 0.0, blockers = 0.0;
    vec2 way    = start;
    for (int i = 0; i < SEARCH; ++i)
    {
        vec2 off   = way * (reach * sqrt((float(i) + 0.5) / float(SEARCH)));
        float here = clip.z + (dot(slope, off) - bias) * scale.z;
        float seen = textureLod(sun_depth, uv + off * scale.xy * 0.5, 0.0).r;
        float hit  = seen < min(here, 1.0) ? 1.0 : 0.0; // 1 is nothing, however far the ground is
        blockers += hit;
        before += hit * (here - seen);
        way = vec2(way.x * TURN.x - way.y * TURN.y, way.x * TURN.y + way.y * TURN.x);
    }
    if (blockers == 0.0) return 1.0;

    float wide = clamp(DISC * before / (blockers * scale.z), 1.2 * texel, reach);
    float sum  = 0.0;
    way        = start;
    for (int i = 0; i < TAPS; ++i)
    {
        vec2 off   = way * (wide * sqrt((float(i) + 0.5) / float(TAPS)));
        float here = clip.z + (dot(slope, off) - bias) * scale.z;
        sum += textureLod(sun_map, vec3(uv + off * scale.xy * 0.5, min(here, 1.0)), 0.0);
        way = vec2(way.x * TURN.x - way.y * TURN.y, way.x * TURN.y + way.y * TURN.x);
    }
    return sum / float(TAPS);
}

// Share of the sky that a point sees: in a few directions and distances, how much of the arc from horizon to zenith the
// span of heights there hides. Directions into the surface count less; the hemisphere term has them already.
float skylight(vec3 at, vec3 normal)
{
    const int DIRECTIONS = 10;
    const vec2 TURN      = vec2(0.809017, 0.587785); // a tenth of a circle
    float reach          = frame.zenith.w;
    vec2 uv              = (frame.map_clip[MAP_SKY] * vec4(at, 1.0)).xy * 0.5 + 0.5;
    vec2 scale           = reach * frame.map_scale[MAP_SKY].xy * 0.5;
    float start          = grain();
    vec2 way    = vec2(cos(start * 0.628319), sin(start * 0.628319));
    float above = frame.sky_range.x - at.y;
    float sum = 0.0, total = 0.0;
    for (int i = 0; i < DIRECTIONS; ++i)
    {
        float weight = 1.0 + dot(way, normal.xz), hidden = 0.0, part = 0.10;
        for (int ring = 0; ring < 3; ++ring)
        {
            vec2 span = textureLod(sky_map, uv + way * scale * part, 0.0).rg;
            // Tangents of the angles up to its top and its bottom; cosine-weighted, an arc from there weighs cos^2.
            vec2 slope = max(above + vec2(span.r, 1.0 - span.g) * frame.sky_range.y, 0.0) / (part * reach);
            vec2 arc   = 1.0 / (1.0 + slope * slope);
            hidden     = max(hidden, arc.y - arc.x);
            part *= 3.0;
        }
        sum += weight * (1.0 - hidden);
        total += weight;
        way = vec2(way.x * TURN.x - way.y * TURN.y, way.x * TURN.y + way.y * TURN.x);
    }
    return mix(0.16, 1.0, sum / total); // something always comes back from the other surfaces
}

vec3 lit(vec3 at, vec3 normal, vec3 albedo, vec3 to_eye)
{
    float facing = dot(normal, frame.sun.xyz);
    float direct = facing > 0.0 ? facing * sunlight(at, normal, 1.0) : 0.0;
    float open   = skylight(at + normal * frame.map_scale[MAP_SKY].w, normal);
    vec3 above   = mix(frame.horizon.rgb, frame.zenith.rgb, 0.45);
    vec3 below   = frame.ground.rgb * (0.25 * frame.sun_colour.rgb * max(frame.sun.y, 0.0) + 0.35 * above);
    vec3 ambient = mix(below, above, normal.y * 0.5 + 0.5) * open;
    vec3 light   = albedo * (ambient + frame.sun_colour.rgb * direct);
    // A thin clear coat: a highlight, and the sky at grazing angles.
    vec3 halfway  = normalize(frame.sun.xyz + to_eye);
    float fresnel = 0.04 + 0.22 * pow(1.0 - max(dot(normal, to_eye), 0.0), 5.0);
    float shine   = pow(max(dot(normal, halfway), 0.0), 60.0) * 1.2;
    vec3 mirror   = reflect(-to_eye, normal);
    vec3 mirrored = mix(below, sky(mirror, false), smoothstep(-0.2, 0.2, mirror.y));
    return light + frame.sun_colour.rgb * (direct * shine * 0.25) + mirrored * (fresnel * open);
}
