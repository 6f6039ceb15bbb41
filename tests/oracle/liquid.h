// The arrays of liquids (shaders/liquid/liquid_shared.h, compute/liquid/liquid.h) in plain memory, for the twins of the
// liquid kernels. Places, lists, colliders and slots are those of the particles.
#ifndef MAS_ORACLE_LIQUID_H
#define MAS_ORACLE_LIQUID_H

#include "liquid/liquid_shared.h"
#include "particles.h"

typedef struct oracle_liquid
{
    oracle_particles* particles;
    liquid_params params;
    liquid_state state;
    mas_vec4* predicted_position; // by slot
    mas_vec4* predicted_velocity;
    liquid_wall* wall;    // number k of place i at [i * LIQUID_WALLS + k]
    uint32_t* wall_count; // by place
    mas_vec4* weighed;
    mas_vec4* shift;
    float* packed;
    float* density; // by slot
} oracle_liquid;

oracle_liquid oracle_create_liquid(oracle_particles*); // of the same capacity
void oracle_destroy_liquid(oracle_liquid*);

const liquid_kind* oracle_kind_of(const oracle_liquid*, mas_vec4 position); // of the tag in w
uint32_t oracle_walls_of(const oracle_liquid*, uint32_t place);             // 0 for one that is gone

#endif
