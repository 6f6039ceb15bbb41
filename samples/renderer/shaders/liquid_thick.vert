#version 450
#extension GL_GOOGLE_include_directive : require
#include "liquid.glsl"

void main()
{
    uint slot;
    float crowd, rim;
    place_particle(1.6, slot, crowd, rim); // so wide that rows of a lattice do not show
}
