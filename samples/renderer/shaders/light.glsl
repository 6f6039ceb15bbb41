// Sun, sky and how much of them a point sees.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(set = 1, binding = 0) uniform sampler2DShadow sun_map;
layout(set = 1, binding = 1) uniform sampler2D sky_map;

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

// Share of the sun's disc that a point sees: nine filtered taps over three texels.
float sunlight(vec3 at, vec3 normal)
{
    float texel = frame.map_scale[MAP_SUN].w;
    float slant = clamp(dot(normal, frame.sun.xyz), 0.0, 1.0);
    // Off along the normal by what the filter reaches sideways: the surface does not shade itself, and the shadow of
    // something that stands on the ground still begins at its foot.
    vec3 from   = at + normal * texel * (0.6 + 2.2 * sqrt(1.0 - slant * slant));
    vec3 clip   = (frame.map_clip[MAP_SUN] * vec4(from, 1.0)).xyz;
    vec2 uv     = clip.xy * 0.5 + 0.5;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) return 1.0;
    float depth = min(clip.z - 0.5 * texel * frame.map_scale[MAP_SUN].z, 1.0);
    vec2 step_  = 1.0 / vec2(textureSize(sun_map, 0));
    float sum   = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) sum += textureLod(sun_map, vec3(uv + vec2(x, y) * step_, depth), 0.0);
    return sum / 9.0;
}

// Share of the sky that a point sees, from the height map: in some directions the steepest of a few heights is taken
// for the horizon there. Directions into the surface count less; the hemisphere term has them already.
float skylight(vec3 at, vec3 normal)
{
    const int DIRECTIONS = 10;
    const vec2 TURN      = vec2(0.809017, 0.587785); // a tenth of a circle
    float reach          = frame.zenith.w;
    vec2 uv              = (frame.map_clip[MAP_SKY] * vec4(at, 1.0)).xy * 0.5 + 0.5;
    vec2 scale           = reach * frame.map_scale[MAP_SKY].xy * 0.5;
    // Each pixel starts elsewhere (interleaved gradient noise): grain is finer than the bands it breaks.
    float start = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec2 way    = vec2(cos(start * 0.628319), sin(start * 0.628319));
    float sum = 0.0, total = 0.0;
    for (int i = 0; i < DIRECTIONS; ++i)
    {
        float weight = 1.0 + dot(way, normal.xz), steepest = 0.0, part = 0.10;
        for (int ring = 0; ring < 3; ++ring)
        {
            float rise = frame.sky_range.x - textureLod(sky_map, uv + way * scale * part, 0.0).r * frame.sky_range.y - at.y;
            // The map knows tops only. What floats far above hides less than a column down to the ground would.
            rise *= 1.0 - 0.8 * smoothstep(reach, 3.0 * reach, rise);
            steepest = max(steepest, rise / (part * reach));
            part *= 3.0;
        }
        sum += weight / (1.0 + steepest * steepest);
        total += weight;
        way = vec2(way.x * TURN.x - way.y * TURN.y, way.x * TURN.y + way.y * TURN.x);
    }
    return mix(0.16, 1.0, sum / total); // something always comes back from the other surfaces
}

vec3 lit(vec3 at, vec3 normal, vec3 albedo, vec3 to_eye)
{
    float facing = dot(normal, frame.sun.xyz);
    float direct = facing > 0.0 ? facing * sunlight(at, normal) : 0.0;
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
