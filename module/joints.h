// Joints in the tables: what the calls of joint.c and their replay have in common, and what the device is told.
#ifndef MAS_JOINTS_H
#define MAS_JOINTS_H

#include "tables.h"

// What a joint may be, for calls and for what comes from outside.
#define MAS_MAX_ANCHOR 1e4f // m, in a body's frame
#define MAS_MIN_LENGTH 1e-3f
#define MAS_MAX_LENGTH 1e4f
#define MAS_MAX_HERTZ 1e3f
#define MAS_MAX_DAMPING_RATIO 100.0f

// A host's word on a joint as an edit's data, and back: kind in flags; anchor, 1 + body, of a and of b | frames |
// length, hertz, damping ratio, whether the bodies meet | user. Slots are below 2^24, which a float holds exactly.
void mas_joint_to_edit(const mas_joint_slot*, edit_record*);
mas_joint_slot mas_joint_from_edit(const edit_record*);

uint32_t mas_vacant_joint(const mas_tables*); // the slot that the next joint takes; UINT32_MAX: there is none
void mas_make_joint(mas_tables*, uint32_t slot, const mas_joint_slot* given);
void mas_drop_joint(mas_tables*, uint32_t slot);
void mas_drop_body_joints(mas_tables*, uint32_t body);
void mas_set_joint(mas_tables*, uint32_t slot, float hertz, float damping, float length, uint32_t collide);

// What the device is to know: a joint, all zero for a free slot; joints in the order of their colours.
joint_data mas_joint_of(const mas_tables*, uint32_t slot);
mas_joint_colours mas_joint_starts(const mas_tables*);
void mas_joint_order(const mas_tables*, uint32_t* order);
// Pairs of bodies that must not meet, in a table of mas_joined_slots: joined_pair, looked up by hash.
uint32_t mas_joined_slots(uint32_t joints);
void mas_joined_fill(const mas_tables*, joined_pair* table);

// module/joints_sound.c.
bool mas_joint_sound(const mas_tables*, const mas_joint_slot*); // what a host gives
bool mas_joints_sound(const mas_tables*);

#endif
