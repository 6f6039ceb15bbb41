// Sum, least or greatest of uints, ints or floats. Least and greatest compare bits that order like the numbers, so that
// no driver's treatment of denormals or -0 shows: -0 is less than +0.
#define REDUCE_VALUE uint
#include "reduce.glsl"

layout(constant_id = 1) const uint OPERATION = REDUCE_SUM;
layout(constant_id = 2) const uint KIND      = REDUCE_UINT;

layout(std430, binding = 1) readonly buffer Input { uint values[]; };
layout(std430, binding = 2) writeonly buffer Output { uint results[]; };

const uint SIGN = 0x80000000u;

uint ordered(uint bits)
{
    if (KIND == REDUCE_UINT || OPERATION == REDUCE_SUM) return bits;
    return KIND == REDUCE_FLOAT && (bits & SIGN) != 0u ? ~bits : bits ^ SIGN;
}

uint plain(uint order)
{
    if (KIND == REDUCE_UINT || OPERATION == REDUCE_SUM) return order;
    return KIND == REDUCE_FLOAT && (order & SIGN) == 0u ? ~order : order ^ SIGN;
}

uint reduce_nothing()
{
    return OPERATION == REDUCE_MIN ? ~0u : 0u;
}

uint reduce_join(uint a, uint b)
{
    if (OPERATION == REDUCE_MIN) return min(a, b);
    if (OPERATION == REDUCE_MAX) return max(a, b);
    return KIND == REDUCE_FLOAT ? floatBitsToUint(uintBitsToFloat(a) + uintBitsToFloat(b)) : a + b;
}

uint reduce_load(uint i)
{
    return ordered(values[i]);
}

void reduce_store(uint i, uint value)
{
    results[i] = plain(value);
}

void main()
{
    reduce_main();
}
