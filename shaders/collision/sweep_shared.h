// Sweep and prune (compute/collision/sweep.c tells the story).
#ifndef MAS_SWEEP_SHARED_H
#define MAS_SWEEP_SHARED_H

#include "list_shared.h"

// Centres are counted in steps of a 1024th of their bounds' longest edge, -512 to 511 from the middle: then the sums of
// 2^20 of them, and of their products in two parts, fit in 32 bits.
#define SWEEP_STEPS 1024
#define SWEEP_LOW_BITS 8 // of a product, in its low part

#define SWEEP_PRODUCTS 6 // xx, yy, zz, yz, zx, xy
#define SWEEP_SUMS 16

STRUCT(sweep_bounds) // of all centres, as bits that order like the numbers; 0: no collider
{
    uint lowest[3]; // the complement
    uint highest[3];
};

STRUCT(sweep_sums) // over all bounded colliders
{
    int count;
    int first[3];               // steps
    int high[SWEEP_PRODUCTS];   // products of two, their high parts,
    int low[SWEEP_PRODUCTS];    // and their low ones
};

STRUCT(sweep_mark) // by rank: an interval on the axis, as bits that order like the numbers
{
    uint start; // of colliders without bounds the highest number, which ends every walk
    uint end;
    uint slot;
};

#endif
