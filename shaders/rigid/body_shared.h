// Bodies, one array per use. A body keeps its slot for life; the slot of a destroyed body is all zero.
#ifndef MAS_BODY_SHARED_H
#define MAS_BODY_SHARED_H

#include "types_shared.h"

#define BODY_ALIVE   1 // the slot holds a body
#define BODY_MOVES   2 // integrated each substep: not static, not lost
#define BODY_DYNAMIC 4 // moved by forces
#define BODY_STATIC  8 // moved by edits only
#define BODY_ASLEEP 16 // dynamic and at rest: counts as fixed until something wakes it
#define BODY_FLAG_BITS 8 // below the generation in body_trait.tag
#define BODY_FLAGS   255

// body_trait.locks and massa_axis: world axes that a dynamic body does not move along, or turn about.
#define BODY_LOCK_X       1
#define BODY_LOCK_Y       2
#define BODY_LOCK_Z       4
#define BODY_LOCK_TURN_X  8
#define BODY_LOCK_TURN_Y 16
#define BODY_LOCK_TURN_Z 32
#define BODY_LOCK_TURNS  56 // all three of them: such a body has no inverse inertia
#define BODY_LOCKS       63

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
    uint  locks;           // BODY_LOCK_*
    float max_speed;       // m/s, of a dynamic body
    float max_spin;        // rad/s, of a dynamic body
    float sleep_speed;     // m/s; 0: never sleeps
};

// Speeds within a step, in world axes: the solver's sweeps read and write them.
STRUCT(body_speed)
{
    mas_vec4 velocity; // m/s; w 1/kg, 0 unless dynamic and awake
    mas_vec4 spin;     // rad/s; w 0
    mas_vec4 shift;    // m, moved since the step began; w 0
    mas_vec4 turn;     // rad, sum of h * spin since the step began; w 0
};

// Before the substep's impulses, so that body_speed - body_base is what they did.
STRUCT(body_base)
{
    mas_vec4 velocity; // m/s; w middle one of the inverse moments, 1/(kg m^2)
    mas_vec4 spin;     // rad/s; w 0
    mas_vec4 inertia;  // kg m^2 about the principal axes; w 0; all 0 unless dynamic and awake
};

#endif
