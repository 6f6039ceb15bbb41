#version 450
#extension GL_GOOGLE_include_directive : require
#include "surface.glsl"

layout(location = 0) in vec3 colour;

void main()
{
    write_unlit(colour);
}
