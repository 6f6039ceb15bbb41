// Fat boxes (compute/collision/fat.c tells the story).
#ifndef MAS_FAT_SHARED_H
#define MAS_FAT_SHARED_H

#include "list_shared.h"

#define FAT_LISTS 5 // headers that start the tree

STRUCT(fat_state)
{
    uint slots;  // that the list of fat pairs was made for
    uint moved;  // somebody left his fat box; 0 between two steps
    uint builds; // how often the list was made
    uint needed; // fat pairs there are: more than there is room for, and the last owners miss some
};

STRUCT(fat_row) // of a collider: its fat pairs
{
    uint first;
    uint count;
};

STRUCT(fat_push)
{
    mas_range range;
    uint slots;            // in use
    uint count[FAT_LISTS]; // entries of the tree's lists
};

#endif
