// Which entries unique keeps: those that differ from the one before.
layout(constant_id = 1) const uint KEY_WORDS = 1;
layout(std430, binding = COMPACT_INPUT) readonly buffer Keys { uint key_words[]; };

uvec2 key(uint i)
{
    return KEY_WORDS == 1u ? uvec2(key_words[i], 0u) : uvec2(key_words[2u * i], key_words[2u * i + 1u]);
}

uint scan_value(uint i)
{
    return i == 0u || key(i) != key(i - 1u) ? 1u : 0u;
}

uvec4 scan_quad(uint q)
{
    uint  i = 4u * q;
    uvec2 a = key(i), b = key(i + 1u), c = key(i + 2u), d = key(i + 3u);
    return uvec4(scan_value(i), a != b ? 1u : 0u, b != c ? 1u : 0u, c != d ? 1u : 0u);
}
