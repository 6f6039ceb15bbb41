// Joints: their slots, and what the device knows of them.
#ifndef MAS_FAMILY_JOINT_H
#define MAS_FAMILY_JOINT_H

#include "rigid/joint.h"
#include "simulation.h"

typedef struct mas_joint_part
{
    mas_joint stage;
    mas_ring data_ring, order_ring, joined_ring;
} mas_joint_part;

// module/joints_sound.c
bool mas_joints_state_sound(const massa_world*, const mas_tables*, const uint8_t* state);

#endif
