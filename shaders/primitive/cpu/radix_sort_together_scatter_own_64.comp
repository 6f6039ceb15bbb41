#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "radix_sort_together_scatter.glsl"

layout(std430, binding = 5) writeonly buffer Entry { words4 entry[]; }; // key, payload

void store(uint place, uint low, uint high, uint payload_word)
{
    entry[place] = to_words(uvec4(low, high, payload_word, 0u));
}

void main()
{
    scatter();
}
