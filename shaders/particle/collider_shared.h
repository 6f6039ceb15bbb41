#ifndef MAS_COLLIDER_SHARED_H
#define MAS_COLLIDER_SHARED_H

#include "collision/collision_shared.h"

STRUCT(collider_state) // a collider with its body's motion in this substep; kind 0: it or the body is gone
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
