// Joints: blocks of up to six rows between two bodies, or a body and the world. What a joint forbids is written as two
// symmetric matrices, inverse masses of its linear and angular rows turned into world axes; a direction that is free
// has no part in them. So all kinds are swept by one kernel.
#ifndef MAS_JOINT_SHARED_H
#define MAS_JOINT_SHARED_H

#include "list_shared.h"

#define JOINT_BALL 1     // the anchors stay together
#define JOINT_HINGE 2    // and so do the z axes of the frames
#define JOINT_FIXED 3    // and so do the frames
#define JOINT_DISTANCE 4 // the anchors keep their distance
#define JOINT_KINDS 5
#define JOINT_WORLD 0xFFFFFFFFu // in place of a body: its frame is the world's

#define JOINT_COLOURS 32 // joints of one colour share no dynamic body; one thread sweeps joints without a colour
#define JOINT_TURNS 32768 // joints that this thread sweeps in one dispatch

// How fast a stiff joint takes back its error: this share of the substep's rate, times the root of the number of sweeps.
// A chain of 100 links with 100 times a link's mass at its end sags by 22 % (0.25, one sweep), 11 % (0.35, two) or 5 %
// (0.5, three); it blows up where the share is 0.35 with one sweep, or 0.7 with four.
#define JOINT_HERTZ_SHARE 0.25f
#define JOINT_DAMPING 5.0f  // ratio: a stiff joint creeps back and does not swing
#define JOINT_RIDGE 4.0e-6f // of the sum of a matrix's diagonal, added to it: rounding cannot make it singular

STRUCT(joint_data) // all zero: the slot is free
{
    mas_vec4 anchor_a; // m, in a's frame (centre of mass, principal axes); w 1/s, frequency of a soft joint; 0: stiff
    mas_vec4 anchor_b; // the same in b's; w damping ratio of a soft joint
    mas_vec4 frame_a;  // unit quaternion, joint's axes to a's
    mas_vec4 frame_b;
    uint  kind;        // JOINT_*; 0: free
    uint  a;           // slot of the body, or JOINT_WORLD
    uint  b;
    uint  life;        // of the joint in its slot: its generation
    float apart;       // m, of JOINT_DISTANCE
    uint  stamp;       // raised whenever the joint is set anew
    float spare;
    float spare_1;
};

STRUCT(joint_impulse) // of the last substep, by joint: where the next one starts
{
    mas_vec4 force;  // N s on b at the anchor, the opposite on a; world axes; w life of the joint that it is of
    mas_vec4 moment; // N m s, the same
};

STRUCT(joint_rows) // by place: joints in the order of their colours
{
    mas_vec4 arm_a;      // m, from a's centre to the anchor, world axes; w share of the rows' error that an impulse mends
    mas_vec4 arm_b;      // w share of the impulse that a soft joint gives back
    mas_vec4 inertia_a;  // inverse inertia, 1/(kg m^2), world axes: xx yy zz; all 0 if the body does not turn
    mas_vec4 product_a;  // yz zx xy of it
    mas_vec4 inertia_b;
    mas_vec4 product_b;
    mas_vec4 linear;     // kg: impulse at the anchor against a velocity there; xx yy zz
    mas_vec4 linear_off; // yz zx xy
    mas_vec4 angular;    // kg m^2, the same for turns
    mas_vec4 angular_off;
    mas_vec4 drift;      // m/s that the linear rows aim at in addition; w 0
    mas_vec4 twist;      // rad/s, the same for the angular rows; w 0
    uint a;              // slots of the bodies, or JOINT_WORLD
    uint b;
    uint joint;
    uint spare;
};

// What the joint has done to the bodies in this substep. The next one begins with as much (integrate_push), but the
// bodies have moved by then: the difference is put right, or each pair that circles would gain spin.
STRUCT(joint_done)
{
    mas_vec4 force;    // N s on b, the opposite on a; w 0
    mas_vec4 moment_a; // N m s about the centre of a; w 0
    mas_vec4 moment_b;
};

STRUCT(joint_push)
{
    mas_range range;
    uint place; // the first of the dispatch; prep: 1 before a sweep that relaxes, else 0
    uint turns; // places per thread
    float share; // prep: JOINT_HERTZ_SHARE times the root of the number of sweeps
    uint spare;
};

#endif
