#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#define SCAN_CHUNKS
#include "scan.glsl"

// Twice the same bytes: whole quads are read in fours, what is left one by one.
layout(std430, binding = 3) readonly buffer Values { uint values[]; };
layout(std430, binding = 4) readonly buffer ValuesAgain { words4 value_quads[]; };

uint scan_value(uint i)
{
    return values[i];
}

uvec4 scan_quad(uint q)
{
    return from_words(value_quads[q]);
}

void main()
{
    scan_chunks();
}
