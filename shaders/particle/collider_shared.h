#ifndef MAS_COLLIDER_SHARED_H
#define MAS_COLLIDER_SHARED_H

#include "types_shared.h"

#define COLLIDER_PLANE 1  // the half space below the body's own xz plane is solid
#define COLLIDER_BOX 2
#define COLLIDER_SPHERE 3
#define COLLIDER_HOLLOW 8 // added: solid outside, free inside

STRUCT(collider_entry) // what the host says
{
    mas_vec4 size; // m: half extents, or radius in x
    uint kind;     // COLLIDER_*
    uint slot;     // of the body
    uint spare;
    uint spare_1;
};

STRUCT(collider_state) // with the body's motion in this substep; kind 0: the body is gone
{
    mas_vec4 position;         // m; w 0
    mas_vec4 rotation;
    mas_vec4 velocity;         // m/s; w 0
    mas_vec4 angular_velocity; // rad/s, world axes; w 0
    mas_vec4 size;             // m
    uint kind;
    uint spare;
    uint spare_1;
    uint spare_2;
};

#endif
