#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "hash_shared.h"

// One group takes HASH_ITEMS elements, a thread every so manyth of their rows.
layout(push_constant) uniform Push { hash_push p; };
layout(std430, binding = 0) readonly buffer Rows { uvec4 rows[]; };
layout(std430, binding = 1) buffer Sum { uint sum[2]; };

// Two streams with different constants, so that their sums are two independent words. Multiply, fold the high bits
// down, twice: the multipliers are those of MurmurHash3's and of Wellons' lowbias32 finalizers.
uvec2 mix_word(uvec2 h, uint word)
{
    h = (h ^ word) * uvec2(0x85EBCA6Bu, 0x7FEB352Du);
    h = (h ^ (h >> 15)) * uvec2(0xC2B2AE35u, 0x846CA68Bu);
    return h ^ (h >> 16);
}

uvec2 mix_row(uint index, uvec4 row)
{
    if (row == uvec4(0u)) return uvec2(0u); // so that the room behind the last element does not count
    uvec2 h = mix_word(mix_word(uvec2(1u, 2u), p.tag), index);
    h       = mix_word(mix_word(h, row.x), row.y);
    return mix_word(mix_word(h, row.z), row.w);
}

void main()
{
    uint begin = min(group_index() * HASH_ITEMS, p.range.count) * p.rows;
    uint end   = min((group_index() + 1u) * HASH_ITEMS, p.range.count) * p.rows;
    uint  base = p.range.first * p.rows;
    uvec2 own  = uvec2(0u);
    for (uint i = begin + gl_LocalInvocationID.x; i < end; i += gl_WorkGroupSize.x) own += mix_row(base + i, rows[i]);
    if (own.x != 0u) atomicAdd(sum[0], own.x); // integers: the order does not matter
    if (own.y != 0u) atomicAdd(sum[1], own.y);
}
