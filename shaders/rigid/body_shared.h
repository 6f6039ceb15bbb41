// Bodies, one array per use. A body keeps its slot for life; the slot of a destroyed body is all zero.
#ifndef MAS_BODY_SHARED_H
#define MAS_BODY_SHARED_H

#include "types_shared.h"

#define BODY_ALIVE   1 // the slot holds a body
#define BODY_MOVES   2 // integrated each substep: not static, not lost
#define BODY_DYNAMIC 4 // moved by forces
#define BODY_STATIC  8 // moved by edits only
#define BODY_ASLEEP  16 // rests until something wakes it
#define BODY_FLAG_BITS 8 // below the generation in body_trait.tag

#define BODY_MAX_POSITION 1.0e6 // m; a body that goes further is lost

STRUCT(body_pose)
{
    mas_vec4 position; // m, centre of mass; w 0
    mas_vec4 rotation; // unit quaternion, principal axes to world
};

// Angular momentum and not velocity: a free body keeps it to the last bit along a principal axis, and no product of
// inertia and inverse inertia, which is never quite 1, eats into a long flight.
STRUCT(body_motion)
{
    mas_vec4 velocity; // m/s; w 0
    mas_vec4 momentum; // kg m^2/s about the principal axes; rad/s for a body that is not dynamic; w 0
};

STRUCT(body_mass)
{
    mas_vec4 inverse; // 1/(kg m^2) about the principal axes; w 1/kg; all 0 unless dynamic
};

STRUCT(body_load) // acts during one step
{
    mas_vec4 force;  // N; w 0
    mas_vec4 torque; // N m, world axes; w 0
};

STRUCT(body_trait)
{
    uint  tag;             // BODY_* flags, generation above them
    float gravity_scale;
    float linear_damping;  // 1/s
    float angular_damping; // 1/s
};

#endif
