// Edits: what the host's calls become. The host links the edits of one target in their order, so that different targets
// are played in parallel, each by the thread of its first edit.
#ifndef MAS_EDIT_SHARED_H
#define MAS_EDIT_SHARED_H

#include "types_shared.h"

#define EDIT_BODY_CREATE               1 // data: position|inverse mass, rotation, velocity|gravity scale,
                                         //       angular velocity|linear damping, inverse inertia|angular damping,
                                         //       max speed, max spin, sleep speed; flags: BODY_*, locks above them
#define EDIT_BODY_DESTROY              2
#define EDIT_BODY_SET_POSE             3 // position, rotation
#define EDIT_BODY_SET_VELOCITY         4 // velocity, m/s
#define EDIT_BODY_SET_ANGULAR_VELOCITY 5 // rad/s, world axes
#define EDIT_BODY_IMPULSE              6 // N s, point
#define EDIT_BODY_ANGULAR_IMPULSE      7 // N m s, world axes
#define EDIT_BODY_FORCE                8 // N, point
#define EDIT_BODY_TORQUE               9 // N m, world axes
#define EDIT_BODY_SET_GRAVITY_SCALE    10 // x
#define EDIT_BODY_SET_DAMPING          11 // x linear, y angular, 1/s
#define EDIT_BODY_SET_LIMITS           12 // x m/s, y rad/s
#define EDIT_BODY_SET_SLEEP_SPEED      13 // x m/s
#define EDIT_BODY_SET_LOCKS            14 // flags: BODY_LOCK_*; inverse inertia where the body can turn
#define EDIT_BODY_WAKE                 15
#define EDIT_BODY_SHAPE                16 // flags: 1 + slot of the shape, or 0; all that a kernel does is wake the body
#define EDIT_BODY_LAST                 16

// The host's own: they are recorded like the others, and kernels pass them by, because they are never first.
#define EDIT_SHAPE_POINTS              17 // flags: how many corners of the hull that EDIT_SHAPE_CREATE makes next
#define EDIT_SHAPE_CHILD               18 // the same for a compound; flags: 1 + slot of the child's shape; position, rotation
#define EDIT_SHAPE_CREATE              19 // module/shapes.h: mas_shape_to_edit
#define EDIT_SHAPE_DESTROY             20
#define EDIT_GRAINS_CREATE             21 // radius, density, hertz, damping ratio; drag, restitution, friction
#define EDIT_GRAINS_DESTROY            22
#define EDIT_JOINT_CREATE              23 // module/joints.h: mas_joint_to_edit
#define EDIT_JOINT_DESTROY             24
#define EDIT_JOINT_SET                 25 // hertz, damping ratio, length; flags: 1 if the bodies meet
#define EDIT_LIQUID_CREATE             26 // density, viscosity, drag; flags: colour
#define EDIT_LIQUID_DESTROY            27
#define EDIT_EMITTER_CREATE            28 // position|radius, direction|speed; flags: 1 + place of the liquid; user: limit
#define EDIT_EMITTER_DESTROY           29
#define EDIT_EMITTER_SET               30 // position, direction|speed
#define EDIT_LAST                      30

#define EDIT_DATA 6 // vec4 per edit

STRUCT(edit_record)
{
    uint kind;
    uint target;     // slot of the body, shape, kind of grains, joint, liquid or emitter
    uint next;       // 1 + index of the target's next edit in this step; 0: none
    uint first;      // 1 when no earlier edit of this step has the same target
    uint generation; // of a created target
    uint flags;      // of a created body: BODY_*, its locks from BODY_FLAG_BITS on
    uint user_low;   // the host's own word; kernels pass it by
    uint user_high;
    mas_vec4 data[EDIT_DATA];
};

#endif
