// The parameters of all liquids, the same for all threads, in one uniform block.
#ifndef MAS_LIQUID_PARAMS_GLSL
#define MAS_LIQUID_PARAMS_GLSL

#include "liquid/liquid_shared.h"

layout(std140, binding = 0) uniform Params { liquid_params params; };

// One number of each liquid, read before a loop and chosen there: to index would be a load per lane.
struct by_liquid
{
    vec4 low;
    vec4 high;
};

float of_liquid(by_liquid all, uint number)
{
    vec4 four = number < 4u ? all.low : all.high;
    vec2 two  = (number & 2u) == 0u ? four.xy : four.zw;
    return (number & 1u) == 0u ? two.x : two.y;
}

#define BY_LIQUID(member)                                                                                        \
    by_liquid(vec4(params.kind[0].member, params.kind[1].member, params.kind[2].member, params.kind[3].member),  \
              vec4(params.kind[4].member, params.kind[5].member, params.kind[6].member, params.kind[7].member))

uint tag_liquid(uint tag)
{
    return (tag >> LIQUID_SHIFT) & LIQUID_MASK;
}

#endif
