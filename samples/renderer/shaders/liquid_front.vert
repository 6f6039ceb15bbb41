#version 450
#extension GL_GOOGLE_include_directive : require
#include "liquid.glsl"

layout(location = 2) flat out float rim;
layout(location = 3) flat out float white; // share of it that is foam
layout(location = 4) flat out uint loose;  // 1: a handful of drops, 0: one sphere
layout(location = 5) flat out vec2 streak; // of the disc, which way drops are spread
layout(location = 6) flat out uint number;

void main()
{
    float crowd;
    if (!place_particle(1.0, number, crowd, rim)) return;
    vec3 velocity = instance_velocity(number);
    float speed   = length(velocity) / item.colour.w;
    white         = 0.6 * (1.0 - smoothstep(0.35, 0.80, crowd)) * smoothstep(0.2, 0.8, speed);
    loose         = uint(is_spray(crowd));
    vec3 x        = normalize(cross(frame.up.xyz, sphere.xyz)), y = normalize(cross(x, sphere.xyz));
    streak        = vec2(dot(velocity, x), dot(velocity, y)) / (120.0 * sphere.w); // the way of half a frame
    streak       *= 0.5 / max(length(streak), 0.5);
}
