#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#define KEY_QUAD uvec4 // of entries in one piece it needs every other word
#include "radix_sort_column.glsl"

// One thread counts the digits of its run. Columns without entries are stored too, as long as their group has some.
layout(std430, binding = 2) writeonly buffer Table { uint table[]; }; // [block][digit][column]

void main()
{
    if (!thread_works()) return;
    uint c = gl_LocalInvocationID.x;
    for (uint d = 0u; d < RADIX_SORT_DIGITS; ++d) column[counter(d)] = 0u;

    uvec2 run = thread_run();
    uint  i   = run.x;
    for (; i + 4u <= run.y; i += 4u)
    {
        uvec4 d = quad_digit(quad_read(i / 4u));
        column[counter(d.x)] += 1u; // one after the other: the four may be the same
        column[counter(d.y)] += 1u;
        column[counter(d.z)] += 1u;
        column[counter(d.w)] += 1u;
    }
    if (i < run.y)
    {
        uvec4 d = quad_digit(quad_read(i / 4u));
        for (uint k = 0u; i + k < run.y; ++k) column[counter(d[k])] += 1u;
    }

    uint to = block_index() * (RADIX_SORT_DIGITS * RADIX_SORT_COLUMNS) + c;
    for (uint d = 0u; d < RADIX_SORT_DIGITS; ++d) table[to + d * RADIX_SORT_COLUMNS] = column[counter(d)];
}
