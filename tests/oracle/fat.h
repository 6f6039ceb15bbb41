// Twin of the tree with fat boxes (compute/collision/fat.c).
#ifndef MAS_ORACLE_FAT_H
#define MAS_ORACLE_FAT_H

#include "colliders.h"

typedef struct oracle_fat
{
    // When the pairs were made.
    collider_box* box; // fat
    collider_meet* meet;
    collider_pose plane[COLLISION_MAX_UNBOUNDED];
    uint32_t slots;
    oracle_pairs pairs; // all that wanted in, in order
    uint32_t kept;      // of these: there was room for them
    uint32_t builds;
    bool same; // they are those of the last step
} oracle_fat;

oracle_fat oracle_create_fat(uint32_t capacity);
void oracle_destroy_fat(oracle_fat*);
collider_box oracle_fat_box(collider_box);
void oracle_fat_step(oracle_fat*, const oracle_colliders*, uint32_t room); // for pairs

#endif
