#version 450
#extension GL_GOOGLE_include_directive : require
#include "liquid.glsl"

layout(location = 2) flat out float rim;
layout(location = 3) flat out float white; // share of it that is foam

void main()
{
    uint slot;
    float crowd;
    if (!place_particle(1.0, slot, crowd, rim)) return;
    float speed = length(instance_velocity(slot)) / item.colour.w;
    white       = 0.7 * (1.0 - smoothstep(0.50, 0.85, crowd)) * smoothstep(0.2, 0.8, speed);
}
