#version 450
#extension GL_GOOGLE_include_directive : require
// A hollow sphere: its far wall, then its near one, in one fragment.
#include "glass.glsl"

layout(location = 0) in vec3 ray;
layout(location = 1) in vec2 disc;
layout(location = 2) flat in vec4 sphere;
layout(location = 3) flat in vec4 colour_rim;

void main()
{
    float u     = dot(disc, disc);
    float pixel = fwidth(sqrt(u));
    if (u >= 1.0) discard;
    // See sphere.frag; the other root is the far wall.
    float squared = dot(sphere.xyz, sphere.xyz);
    float root    = sqrt(squared * (1.0 - u)) * sphere.w;
    float divide  = 1.0 / (squared + colour_rim.w * colour_rim.w * u);
    float soft    = clamp((1.0 - sqrt(u)) / pixel, 0.0, 1.0); // of the outline, one pixel wide

    vec3 far_at = ray * ((squared + root) * divide), near_at = ray * ((squared - root) * divide);
    write_glass(frame.eye.xyz + far_at, normalize(sphere.xyz - far_at), colour_rim.rgb, 0.6,
                soft * glass_seen(dot(far_at, frame.forward.xyz)));
    vec4 behind = out_colour;
    write_glass(frame.eye.xyz + near_at, normalize(near_at - sphere.xyz), colour_rim.rgb, 2.5,
                soft * glass_seen(dot(near_at, frame.forward.xyz)));
    out_colour += behind * (1.0 - out_colour.a);
}
