// The parameters of all colliders, the same for all threads, in one uniform block.
#ifndef MAS_COLLISION_PARAMS_GLSL
#define MAS_COLLISION_PARAMS_GLSL

#include "collision/collision_shared.h"

layout(std140, binding = 0) uniform Params { collision_params params; };

#endif
