// Two, four or eight words of a buffer at once. Where a CPU plays the device, every component of an access costs a test
// of its own for every thread; there they are 64-bit integers, the same bits in half the components.
// A kernel whose .comp includes this file is built twice: as NAME, and as NAME_cpu with MAS_CPU defined, for such a
// device with shaderInt64. compute/core/kernel.c chooses; the results are the same.
#ifndef MAS_WORDS_GLSL
#define MAS_WORDS_GLSL

#ifdef MAS_CPU
#extension GL_ARB_gpu_shader_int64 : require

#define words2 uint64_t
#define words4 u64vec2
#define words8 u64vec4 // aligned to 32 bytes

words2 to_words(uvec2 v)
{
    return packUint2x32(v);
}

words4 to_words(uvec4 v)
{
    return words4(packUint2x32(v.xy), packUint2x32(v.zw));
}

uvec2 from_words(words2 w)
{
    return unpackUint2x32(w);
}

uvec4 from_words(words4 w)
{
    return uvec4(unpackUint2x32(w.x), unpackUint2x32(w.y));
}

uvec4 from_words(uvec4 v)
{
    return v;
}

words8 to_words8(uvec4 first, uvec4 last)
{
    return words8(to_words(first), to_words(last));
}

uvec4 first_words(words8 w)
{
    return from_words(w.xy);
}

uvec4 last_words(words8 w)
{
    return from_words(w.zw);
}
#else
#define words2 uvec2
#define words4 uvec4
struct words8
{
    uvec4 first, last;
};
#define to_words8(first, last) words8(first, last)
#define first_words(w) (w).first
#define last_words(w) (w).last
#define to_words(v) (v)
#define from_words(w) (w)
#endif

#endif
