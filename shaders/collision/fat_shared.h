// Fat boxes (compute/collision/fat.c tells the story).
#ifndef MAS_FAT_SHARED_H
#define MAS_FAT_SHARED_H

#include "list_shared.h"

#define FAT_LISTS 5         // headers that start the tree
#define FAT_SHARE 0.015625f // of a box's shortest side: how much farther its fat box reaches on every side

// Why the pairs must be made again.
#define FAT_LEFT 1   // a collider left its fat box, or has another filter: pairs of other colliders stay in place
#define FAT_WHOLLY 2 // planes or the number of colliders changed, or the list lacked some: nothing stays

STRUCT(fat_state)
{
    uint slots;  // colliders that the pairs were made for
    uint moved;  // during a step: FAT_*; 0 between two
    uint builds; // how often they were made
    uint needed; // pairs that wanted in
    uint kept;   // of these: the list has them
};

STRUCT(fat_push)
{
    mas_range range;
    uint slots;            // in use
    uint capacity;         // pairs
    uint colliders;        // that there is room for: former boxes begin there
    uint count[FAT_LISTS]; // entries of the tree's lists
};

#endif
