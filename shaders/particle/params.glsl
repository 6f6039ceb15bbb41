// The parameters of all particles, the same for all threads, in one uniform block.
#ifndef MAS_PARTICLE_PARAMS_GLSL
#define MAS_PARTICLE_PARAMS_GLSL

#include "particle/particle_shared.h"

layout(std140, binding = 0) uniform Params { particle_params params; };

// params.layer[k], chosen instead of indexed: threads that differ in k would each fetch their own.
particle_layer layer_of(uint k)
{
    particle_layer layer = params.layer[0];
    if (k == 1u) layer = params.layer[1];
    if (k == 2u) layer = params.layer[2];
    if (k == 3u) layer = params.layer[3];
    return layer;
}

#endif
