#version 450
#extension GL_GOOGLE_include_directive : require
#include "glass.glsl"

layout(location = 0) in vec3 normal;
layout(location = 1) flat in vec3 colour;

void main()
{
    vec2 screen = gl_FragCoord.xy * frame.size.zw * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
    vec3 ray    = frame.forward.xyz + screen.x * frame.right.xyz + screen.y * frame.up.xyz;
    float away  = 1.0 / gl_FragCoord.w; // along forward, m
    vec3 n      = normalize(normal);
    write_glass(frame.eye.xyz + ray * away, dot(n, ray) < 0.0 ? n : -n, colour, 0.0, glass_seen(away));
}
