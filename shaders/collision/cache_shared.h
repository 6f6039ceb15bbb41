// What is kept of each pair from one step to the next, so that contacts know their past: the manifold with its
// impulses, and where the two colliders were when it was found.
#ifndef MAS_CACHE_SHARED_H
#define MAS_CACHE_SHARED_H

#include "collision/collision_shared.h"

STRUCT(pair_cache) // of a pair whose detection found something or nothing
{
    mas_vec4 rotation_a; // unit quaternions of the colliders when their manifold was found
    mas_vec4 rotation_b;
    mas_vec4 offset;     // m, from a's centre to b's where it was found, world axes; w 1 if the two touch now, else 0
    mas_vec4 base;       // m, separations of the points there
    uint a;              // colliders, as in the pair
    uint b;
    uint stamp_a;        // theirs; a slot with another stamp is another collider, or was put elsewhere
    uint stamp_b;
};

STRUCT(pair_old) // a pair of the last step, put aside while this step writes over its place
{
    manifold contact;
    pair_cache record;
};

// A pair is recycled while the two have moved against each other by less than a tolerance since detection, and each of
// them has turned by less than 10 degrees: its manifold stays, but for the separations.
#define RECYCLE_TOLERANCE 0.02f      // m, at most; 5 mm let stacks of unit cubes creep, 100 mm lets them sink in
#define RECYCLE_SHARE 0.02f          // of the smaller bounding radius
#define RECYCLE_TURN 0.00759612349f  // sine of 5 degrees, squared
// Of a pair that does not touch, a share of the margin. No pair comes near unnoticed then: a pair that moves by less
// than half a margin per step is detected again when half a margin is left, a faster one in every step, whether it has
// moved yet or not (ahead_quick).
#define RECYCLE_MARGIN_SHARE 0.5f

// A point without its feature of old takes the nearest old one's impulse, if there is one within this distance.
#define MATCH_DISTANCE 0.1f // m, at most
#define MATCH_SHARE 0.125f  // of the smaller bounding radius

// past, by pair: the number of the pair's record of the last step.
#define PAST_NONE 0x7FFFFFFFu     // there is none
#define PAST_RECYCLED 0x80000000u // added: and its manifold was taken over

// Chains of pairs with one hash: first of each hash, then next of each pair.
#define LINK_END 0xFFFFFFFFu

STRUCT(bins_push)
{
    mas_range range;
    uint capacity; // pairs
};

// Pairs to detect, by kernel: box with box; box or hull with hull; all others.
#define BIN_ROUND 0
#define BIN_BOX 1
#define BIN_HULL 2
#define BINS 3

// Headers behind those of the bins.
#define BIN_ALL 3    // pairs of all bins, one bin behind the other
#define BIN_KEPT 4   // pairs that are those of the last step, in the same order,
#define BIN_FOUND 5  // or pairs that have to be found among those of the last step,
#define BIN_OLD 6    // which these are,
#define BIN_CHAINS 7 // in these chains, a power of two of them
#define BIN_HEADERS 8

STRUCT(bin_header) // at offsets that every device can bind
{
    list_header list;
    uint spare[52];
};

STRUCT(contact_counters)
{
    uint pairs;    // that wanted in
    uint contacts; // that wanted in
    uint touching; // of these
    uint recycled; // pairs
    uint detected; // pairs
    uint spare;
    uint spare_1;
    uint spare_2;
};

#endif
