// The arrays of the bodies (shaders/rigid/body_shared.h) in plain memory, for the twins of the rigid kernels.
#ifndef MAS_ORACLE_BODIES_H
#define MAS_ORACLE_BODIES_H

#include "rigid/body_shared.h"
#include "step_shared.h"

typedef struct oracle_bodies
{
    uint32_t capacity; // slots
    body_pose* pose;
    body_pose* previous; // one step earlier
    body_motion* motion;
    body_mass* mass;
    body_load* load;
    body_trait* trait;
    body_speed* speed; // within a step
    body_base* base;
    uint32_t* lost; // generation of a body lost in this step; 0: none
} oracle_bodies;

oracle_bodies oracle_create_bodies(uint32_t capacity); // all zero: no bodies
void oracle_destroy_bodies(oracle_bodies*);
void oracle_copy_bodies(oracle_bodies* to, const oracle_bodies* from); // of equal capacity

#endif
