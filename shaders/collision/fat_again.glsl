// Why the pairs have to be made again: a collider left its fat box, the number of colliders changed, or the list lacks
// pairs that have room now. A list that is not wholly known is made wholly anew.
#ifndef MAS_FAT_AGAIN_GLSL
#define MAS_FAT_AGAIN_GLSL

#include "collision/fat_shared.h"

// FAT_LEFT or FAT_WHOLLY; 0: they stay. moved: what the colliders say.
uint fat_again(fat_state s, uint moved, uint slots, uint capacity)
{
    bool whole  = s.kept == min(s.needed, capacity);
    bool again  = moved != 0u || s.slots != slots || !whole;
    bool wholly = (moved & ~uint(FAT_LEFT)) != 0u || s.slots != slots || s.kept != s.needed;
    return again ? (wholly ? FAT_WHOLLY : FAT_LEFT) : 0u;
}

#endif
