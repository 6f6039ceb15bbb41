// Pairs of bodies that must not meet, because a joint holds them: a hash table that the host makes.
#ifndef MAS_JOINED_SHARED_H
#define MAS_JOINED_SHARED_H

#include "types_shared.h"

// Where the search for a pair begins: (a * JOINED_A ^ b * JOINED_B), folded by 15 bits, times JOINED_MIX, folded again;
// the lowest bits of that. It goes on to the next place until one is empty.
#define JOINED_A 0x9E3779B1u
#define JOINED_B 0x85EBCA77u
#define JOINED_MIX 0xC2B2AE3Du

STRUCT(joined_pair) // both 0: an empty place
{
    uint a; // slots of the bodies, the lower one first
    uint b;
};

STRUCT(joined_push)
{
    uint mask; // one below the number of places, a power of two; 0: there are none
};

#endif
