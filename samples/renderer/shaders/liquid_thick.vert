#version 450
#extension GL_GOOGLE_include_directive : require
#include "liquid.glsl"

void main()
{
    uint slot;
    float crowd, rim;
    place_particle(slot, crowd, rim);
}
