// The second dispatch of a plain scan: sums to another array, or in place of the values when SCAN_IN_PLACE is defined.
// Two kernels, because a compiler may take two bindings for different bytes and move a load behind a store.
#include "scan.glsl"

// Twice the same bytes: whole quads go in fours, what is left one by one, so that no entry is touched through both.
#ifdef SCAN_IN_PLACE
layout(std430, binding = 4) buffer Values { uint values[]; };
layout(std430, binding = 5) buffer ValuesAgain { words4 value_quads[]; };
#define sums values
#define sum_quads value_quads
#else
layout(std430, binding = 4) readonly buffer Values { uint values[]; };
layout(std430, binding = 5) readonly buffer ValuesAgain { words4 value_quads[]; };
layout(std430, binding = 6) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = 7) writeonly buffer SumsAgain { words4 sum_quads[]; };
#endif
layout(std430, binding = 3) writeonly buffer Total { uint total; };

uint scan_value(uint i)
{
    return values[i];
}

uvec4 scan_quad(uint q)
{
    return from_words(value_quads[q]);
}

void scan_put(uint i, uint value, uint sum)
{
    sums[i] = sum;
}

void scan_put_quad(uint q, uvec4 value, uvec4 sum)
{
    sum_quads[q] = to_words(sum);
}

void scan_finish(uint sum)
{
    total = sum;
}

void main()
{
    scan_block();
}
