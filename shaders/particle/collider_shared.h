#ifndef MAS_COLLIDER_SHARED_H
#define MAS_COLLIDER_SHARED_H

#include "collision/collision_shared.h"

#define COLLIDER_ENDLESS 1.0e18 // m, as a radius: planes and hollow shapes are solid all around

STRUCT(collider_state) // a collider with its body's motion in this substep; kind 0: it or the body is gone
{
    mas_vec4 position;         // m; w radius of a sphere around it that holds all that is solid
    mas_vec4 rotation;
    mas_vec4 velocity;         // m/s; w at most so fast in this substep
    mas_vec4 angular_velocity; // rad/s, world axes; w 0
    mas_vec4 bend;             // m/s^2, of position: it goes round the body's centre of mass; w 0
    mas_vec4 size;             // m
    uint kind;
    uint hull; // slot in the array of hulls
    uint spare;
    uint spare_1;
};

#endif
