// Twin of the tree with fat boxes (compute/collision/fat.c).
#ifndef MAS_ORACLE_FAT_H
#define MAS_ORACLE_FAT_H

#include "colliders.h"

typedef struct oracle_fat
{
    collider_box* box; // fat, by collider; pairs were made for these
    collider_meet* meet;
    uint32_t* count; // of fat pairs by owner
    oracle_pairs fat;
    uint32_t slots, builds;
} oracle_fat;

oracle_fat oracle_create_fat(uint32_t capacity);
void oracle_destroy_fat(oracle_fat*);
oracle_pairs oracle_fat_pairs(oracle_fat*, const oracle_colliders*); // of a step, in order

#endif
