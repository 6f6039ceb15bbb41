#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "radix_sort_together_scatter.glsl"

layout(std430, binding = 5) writeonly buffer KeyOut { uint key_out[]; };
layout(std430, binding = 6) writeonly buffer PayloadOut { uint payload_out[]; };

void store(uint place, uint low, uint high, uint payload_word)
{
    key_out[place * KEY_WORDS] = low;
    if (KEY_WORDS == 2u) key_out[place * 2u + 1u] = high;
    payload_out[place] = payload_word;
}

void main()
{
    scatter();
}
