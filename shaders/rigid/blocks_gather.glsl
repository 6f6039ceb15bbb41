// The speed of a body of which the second partition has copies: the mean of the copies, in a fixed order.
#ifndef MAS_BLOCKS_GATHER_GLSL
#define MAS_BLOCKS_GATHER_GLSL

#include "exact.glsl"
#include "rigid/blocks_shared.h"

layout(std430, binding = 7) readonly buffer Copies { body_copies copies[]; }; // by slot
// By slot, velocity and spin of the copy in a block. Behind these, by entry, those of a lone contact's copy.
layout(std430, binding = 8) buffer Copy { vec4 copy[]; };

// The lowest of n entries that is above another.
uint entry_after(uint slot, uint n, int last)
{
    uint next = BLOCK_NOBODY;
    for (uint k = 0u; k < n; ++k)
    {
        uint e = copies[slot].entry[k];
        if (int(e) > last) next = min(next, e);
    }
    return next;
}

// lone_part: where in copy the lone contacts' part begins.
void gather(uint slot, uint lone_part, inout vec3 v, inout vec3 w)
{
    uint second = copies[slot].second, n = copies[slot].lone;
    if (second + n == 0u) return;
    vec3 of_block_v = copy[2u * slot].xyz, of_block_w = copy[2u * slot + 1u].xyz;
    if (n == 0u)
    {
        v = of_block_v;
        w = of_block_w;
        return;
    }
    vec3 dv = vec3(0.0), dw = vec3(0.0);
    if (second != 0u)
    {
        dv = of_block_v - v;
        dw = of_block_w - w;
    }
    int last = -1;
    for (uint k = 0u; k < n; ++k)
    {
        uint e = entry_after(slot, n, last);
        dv     = dv + (copy[lone_part + 2u * e].xyz - v);
        dw     = dw + (copy[lone_part + 2u * e + 1u].xyz - w);
        last   = int(e);
    }
    float share = exact_reciprocal(float(second + n));
    v = exact_flush(v + (dv * share));
    w = exact_flush(w + (dw * share));
}

#endif
