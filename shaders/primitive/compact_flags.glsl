// Which entries compact keeps.
// Twice the same bytes: whole quads are read in fours, what is left one by one.
layout(std430, binding = COMPACT_INPUT) readonly buffer Flags { uint flags[]; };
layout(std430, binding = COMPACT_INPUT + 1) readonly buffer FlagQuads { words4 flag_quads[]; };

uint scan_value(uint i)
{
    return min(flags[i], 1u);
}

uvec4 scan_quad(uint q)
{
    return min(from_words(flag_quads[q]), uvec4(1u));
}
