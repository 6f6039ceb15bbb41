#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "list.glsl"
#include "primitive/radix_sort_shared.h"

// One thread walks one digit's counts through all blocks and turns them into places among the entries of that digit.
// Groups come one per LIST_BLOCK entries; RADIX_SORT_SEGMENTS of them, as far apart as possible, share the digits. If
// there are fewer, they take several segments.
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) buffer Table { words4 table[]; };        // [block][digit][column]
layout(std430, binding = 2) writeonly buffer Base { uint base[]; }; // [digit] in its segment, then [segment] totals

layout(constant_id = 1) const uint RUN = RADIX_SORT_RUN; // entries per column

shared uint total[RADIX_SORT_DIGITS];

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
    uint first  = (g * RADIX_SORT_SEGMENTS + groups - 1u) / groups;
    uint end    = ((g + 1u) * RADIX_SORT_SEGMENTS + groups - 1u) / groups;
    bool works  = gl_LocalInvocationID.x < RADIX_SORT_SEGMENT;
    for (uint segment = first; segment < end; ++segment)
    {
        uint digit = segment * RADIX_SORT_SEGMENT + gl_LocalInvocationID.x, sum = 0u;
        if (works)
        {
            sum          = scan_digit(digit);
            total[digit] = sum;
        }
        barrier();
        if (works)
        {
            uint before = 0u;
            for (uint d = segment * RADIX_SORT_SEGMENT; d < digit; ++d) before += total[d];
            base[digit] = before;
            if (digit % RADIX_SORT_SEGMENT == RADIX_SORT_SEGMENT - 1u) base[RADIX_SORT_DIGITS + segment] = before + sum;
        }
    }
}
