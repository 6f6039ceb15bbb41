// Twin of compute/rigid/joint.c: joints as blocks of rows, swept one after the other.
#ifndef MAS_ORACLE_JOINT_H
#define MAS_ORACLE_JOINT_H

#include "constants.h"
#include "bodies.h"
#include "rigid/joint_shared.h"

#include <stdbool.h>

typedef struct oracle_joints
{
    uint32_t capacity;
    joint_data* data;       // by joint
    joint_impulse* impulse; // by joint
    uint32_t* order;        // joints by place
    uint32_t count;         // places
    uint32_t sweeps;        // in solve and in relax; create says 1
    joint_rows* rows;       // by place
    joint_done* done;       // by place
} oracle_joints;

oracle_joints oracle_create_joints(uint32_t capacity); // all zero: no joints
void oracle_destroy_joints(oracle_joints*);

// Joints in the order of their colours, as the host gives them: a joint takes the first colour that no joint before it
// on one of its dynamic bodies has, or OWN_JOINT_COLOURS. Returns how many colours have joints; starts has
// OWN_JOINT_COLOURS + 2 entries: the first place of each colour.
uint32_t oracle_joint_order(oracle_joints*, const oracle_bodies*, uint32_t starts[OWN_JOINT_COLOURS + 2]);

void oracle_joint_prep(oracle_joints*, const oracle_bodies*, float substep, bool relax);
void oracle_joint_start(oracle_joints*, oracle_bodies*); // in the first substep of a step
void oracle_joint_solve(oracle_joints*, oracle_bodies*);
void oracle_joint_relax(oracle_joints*, oracle_bodies*);

#endif
