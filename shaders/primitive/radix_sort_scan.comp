#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "list.glsl"
#include "primitive/radix_sort_shared.h"

// One thread walks one digit's counts through all blocks, turns them into places among the entries of that digit, and
// leaves how many there are. Groups come one per LIST_BLOCK entries and share the digits, a digit per thread. Not all are
// needed when there are many, and those that work are as far apart as possible; if there are few, they take several
// shares. No barrier: a software driver pays for it in every group, whether that works or not.
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) buffer Table { words4 table[]; };         // [block][digit][column]
layout(std430, binding = 2) writeonly buffer Total { uint total[]; }; // [digit]

layout(constant_id = 1) const uint RUN = RADIX_SORT_RUN; // entries per column

const uint QUADS = RADIX_SORT_COLUMNS / 4;

// The table's counts of a digit -> sums of those before. Returns the sum of all. One flat loop: drivers unroll short
// ones, and compile for seconds.
uint scan_digit(uint digit)
{
    const uint block = RADIX_SORT_COLUMNS * RUN;
    uint quads = (list.count + (block - 1u)) / block * QUADS;
    uint sum   = 0u;
    for (uint q = 0u; q < quads; ++q)
    {
        uint  at = (q / QUADS * RADIX_SORT_DIGITS + digit) * QUADS + q % QUADS;
        uvec4 n  = from_words(table[at]);
        uvec3 s  = uvec3(sum + n.x, sum + n.x + n.y, sum + n.x + n.y + n.z);
        table[at] = to_words(uvec4(sum, s));
        sum       = s.z + n.w;
    }
    return sum;
}

void main()
{
    uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y, g = group_index();
    uint shares = (RADIX_SORT_DIGITS + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x;
    uint first  = (g * shares + groups - 1u) / groups;
    uint end    = ((g + 1u) * shares + groups - 1u) / groups;
    for (uint share = first; share < end; ++share)
    {
        uint digit = share * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
        if (digit < RADIX_SORT_DIGITS) total[digit] = scan_digit(digit);
    }
}
