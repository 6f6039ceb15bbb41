// Lowest and highest corner of positions, by bits that order like the numbers (reduce_values.glsl).
struct corners
{
    uvec3 low, high;
};
#define REDUCE_VALUE corners
#include "reduce.glsl"

#ifdef REDUCE_FINISH
layout(std430, binding = 1) readonly buffer Input { uvec4 blocks[]; }; // low, high
#else
layout(std430, binding = 1) readonly buffer Input { uvec4 positions[]; }; // m; w is not looked at
#endif
layout(std430, binding = 2) writeonly buffer Output { uvec4 results[]; }; // low, high; w = 0

const uint SIGN = 0x80000000u;

uvec3 ordered(uvec3 bits)
{
    return bits ^ mix(uvec3(SIGN), uvec3(~0u), greaterThanEqual(bits, uvec3(SIGN)));
}

uvec3 plain(uvec3 order)
{
    return order ^ mix(uvec3(~0u), uvec3(SIGN), greaterThanEqual(order, uvec3(SIGN)));
}

corners reduce_nothing()
{
    return corners(uvec3(~0u), uvec3(0u));
}

corners reduce_join(corners a, corners b)
{
    return corners(min(a.low, b.low), max(a.high, b.high));
}

corners reduce_load(uint i)
{
#ifdef REDUCE_FINISH
    return corners(ordered(blocks[2u * i].xyz), ordered(blocks[2u * i + 1u].xyz));
#else
    uvec3 x = ordered(positions[i].xyz);
    return corners(x, x);
#endif
}

void reduce_store(uint i, corners value)
{
    results[2u * i]      = uvec4(plain(value.low), 0u);
    results[2u * i + 1u] = uvec4(plain(value.high), 0u);
}

void main()
{
    reduce_main();
}
