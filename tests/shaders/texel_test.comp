// to = from, backwards, read by texels. One thread per texel.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "list.glsl"
#include "cpu/texel.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(binding = 0) uniform utextureBuffer From;
layout(std430, binding = 1) writeonly buffer To { uvec4 to[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    to[i] = texel_words(From, (range.count - 1u) - i);
}
