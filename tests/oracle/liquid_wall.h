// Twin of shaders/liquid/wall.glsl.
#ifndef MAS_ORACLE_LIQUID_WALL_H
#define MAS_ORACLE_LIQUID_WALL_H

#include "collision/collision_shared.h"
#include "exact.h"

// Normal and gap of the wall that a point finds at a solid shape of one of the five kinds, which it moves past from a
// to b in the shape's frame. Beyond reach from b a hull tells only that.
mas_vec4 oracle_solid_wall(uint32_t kind, mas_vec4 size, const hull_data*, float reach, oracle_vec3 a, oracle_vec3 b);

#endif
