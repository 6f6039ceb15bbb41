#version 460
#extension GL_GOOGLE_include_directive : require
#include "compact.glsl"
#include "compact_flags.glsl"

void main()
{
    scan_block();
}
