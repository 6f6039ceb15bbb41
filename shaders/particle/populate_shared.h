// Particles that the host added or removed since the last step. A slot is named at most once.
#ifndef MAS_SPAWN_SHARED_H
#define MAS_SPAWN_SHARED_H

#include "types_shared.h"

STRUCT(particle_record)
{
    float x; // m
    float y;
    float z;
    uint  tag; // PARTICLE_*: slot and layer; without PARTICLE_ALIVE the particle leaves
    float velocity_x; // m/s
    float velocity_y;
    float velocity_z;
    uint  generation; // the slot's from now on; of a liquid: index behind the last record of its disc, or 0
};

#endif
