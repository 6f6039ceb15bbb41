#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "compact.glsl"
#include "compact_flags.glsl"

void main()
{
    scan_block();
}
