#version 460
#extension GL_GOOGLE_include_directive : require
#define SCAN_CHUNKS
#include "compact.glsl"
#include "unique_heads.glsl"

void main()
{
    scan_chunks();
}
