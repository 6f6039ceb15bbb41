#version 460
#extension GL_GOOGLE_include_directive : require
#include "compact.glsl"
#include "unique_heads.glsl"

void main()
{
    scan_block();
}
