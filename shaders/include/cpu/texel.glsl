// Reads an array at any place by texels of four words, as integers, so that bits stay as they are. lavapipe tests every word
// of a storage buffer for every lane, and jumps each time; a texel comes whole, for all lanes at once. For kernels in which
// eight lanes of a CPU work together (kernel.h, letter t): texel buffers of other devices may end at 65536 texels.
// Needs GL_EXT_samplerless_texture_functions.
#ifndef MAS_TEXEL_GLSL
#define MAS_TEXEL_GLSL

uvec4 texel_words(utextureBuffer from, uint i)
{
    return texelFetch(from, int(i));
}

vec4 texel(utextureBuffer from, uint i)
{
    return uintBitsToFloat(texel_words(from, i));
}

#endif
