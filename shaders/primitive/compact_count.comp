#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#define SCAN_CHUNKS
#include "compact.glsl"
#include "compact_flags.glsl"

void main()
{
    scan_chunks();
}
