// words.glsl with 64-bit integers. A driver for CPUs tests for every component of an access, and every thread, whether the
// thread runs. 64-bit integers hold the same bits in half the components.
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
