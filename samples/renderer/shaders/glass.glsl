// Clear glass over the lit picture: it mirrors the sky more the more it is seen from the side, and lets the rest pass.
// Drawn in the light pass, which has no depth buffer: the samples of the surface pass tell what stands before it.
#define LIGHT_SET 2
#include "light.glsl"

layout(push_constant) uniform Push { item_push item; };
layout(set = LIGHT_SET, binding = 4) uniform sampler2DMS depth_map;
layout(set = LIGHT_SET, binding = 7) uniform sampler2D liquid_map; // near / distance; 0: none
layout(location = 0) out vec4 out_colour; // premultiplied

// Share of this pixel's samples that see the glass, which is this far along forward. Glass is drawn before a liquid and,
// where it stands before that, once more over it.
float glass_seen(float distance)
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    float depth = frame.eye.w / distance, seen = 0.0;
    if (item.map != 0u)
    {
        float liquid = texelFetch(liquid_map, pixel, 0).r;
        if (liquid <= 0.0 || liquid > depth) return 0.0;
    }
    for (int s = 0; s < 4; ++s) seen += texelFetch(depth_map, pixel, s).r < depth ? 0.25 : 0.0;
    return seen;
}

// The normal points at the eye. The tint shines from within the glass; shine is how bright it mirrors the sun itself.
void write_glass(vec3 at, vec3 normal, vec3 tint, float shine, float seen)
{
    vec3 to_eye   = normalize(frame.eye.xyz - at);
    float flat_on = clamp(dot(normal, to_eye), 0.0, 1.0);
    float fresnel = 0.04 + 0.76 * pow(1.0 - flat_on, 3.5);
    vec3 mirror   = reflect(-to_eye, normal);
    vec3 above    = mix(frame.horizon.rgb, frame.zenith.rgb, 0.45);
    vec3 below    = frame.ground.rgb * (0.3 * frame.sun_colour.rgb * max(frame.sun.y, 0.0) + 0.5 * above);
    vec3 light    = mix(below, sky(mirror, false), smoothstep(-0.15, 0.15, mirror.y));
    float glint   = pow(max(dot(mirror, frame.sun.xyz), 0.0), 1500.0) * shine;
    vec3 colour   = tone_map(light + tint) * fresnel + tone_map(frame.sun_colour.rgb * glint);
    bool buried   = frame.up.w > 0.0 && at.y < frame.forward.w + 1e-3; // the ground is not in the samples
    out_colour    = buried ? vec4(0.0) : vec4(colour, fresnel) * seen;
}
