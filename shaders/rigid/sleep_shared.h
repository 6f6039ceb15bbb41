// Sleep: islands of bodies that have come to rest are left out of the step until something touches them
// (compute/rigid/sleep.c tells the story).
#ifndef MAS_SLEEP_SHARED_H
#define MAS_SLEEP_SHARED_H

#include "list_shared.h"

STRUCT(sleep_body) // by slot
{
    float rest;       // s, since the body was last faster than its sleep_speed; at most sleep_time
    uint  island;     // of a sleeper: 1 + slot of the member that names its island; 0: awake, or no body
    uint  generation; // of the body that rest is about
    uint  mark;       // during a step, in the slot that names an island: the island wakes
};

STRUCT(sleep_state) // of the whole world, at the end of a step
{
    uint awake;     // dynamic bodies that are
    uint moving;    // kinematic bodies that have a velocity
    uint asleep;    // dynamic bodies that are
    uint candidate; // during a step: somebody has rested for long enough to fall asleep
    uint woken;     // during a step: a touch woke somebody
    uint stuck;     // during a step: an island was too deep to walk through; nobody falls asleep then
};

// Headers, one a kernel's groups are taken from. All are empty in a step that nobody moves in and nothing was edited for.
#define SLEEP_BODIES 0           // all slots, if somebody is awake or something was edited: whoever walks over bodies
#define SLEEP_COLLIDERS 1        // the same of colliders
#define SLEEP_RECORDS 2          // last step's pairs, if somebody sleeps and colliders were changed
#define SLEEP_EDITED 3           // slots, if somebody sleeps and something was edited
#define SLEEP_PAIRS 4            // this step's pairs, if somebody sleeps
#define SLEEP_JOINTS 5           // joints, the same
#define SLEEP_WOKEN 6            // slots, if a touch woke somebody
#define SLEEP_WOKEN_COLLIDERS 7  // colliders, the same
#define SLEEP_ISLANDS 8          // slots, if there is a candidate
#define SLEEP_ISLAND_CONTACTS 9  // contacts, the same
#define SLEEP_ISLAND_JOINTS 10   // joints, the same
#define SLEEP_LISTS 11

STRUCT(sleep_header) // at offsets that every device can bind
{
    list_header list;
    uint spare[52];
};

#define SLEEP_FORCED 1   // something was edited: nobody may be skipped
#define SLEEP_CHANGED 2  // colliders were set anew, moved or freed by the host
#define SLEEP_WAKE_ALL 4
#define SLEEP_NEVER 8    // nobody falls asleep
#define SLEEP_PARTED 16  // joints were made, set anew or destroyed

STRUCT(sleep_push)
{
    mas_range range;
    uint  bodies;    // slots in use
    uint  colliders;
    uint  joints;
    uint  flags;     // SLEEP_*
    float dt;        // s, of the step
    float time;      // s of rest before a body may fall asleep
};

STRUCT(sleep_tie) // what the last step knew of a joint, by its slot; all zero: of none
{
    uint a; // as in joint_data
    uint b;
    uint life;
    uint stamp;
};

// Steps up a tree of an island that a thread goes at most. Trees are linked in an order that has nothing to do with who
// touches whom: their depth grows with the logarithm of their size, and stays below a hundred.
#define SLEEP_CLIMB 16384

// A turning body counts as this many times the square of the mean speed of its mass: the corners of a box are sqrt(3) times
// as fast as that about an axis through its faces.
#define SLEEP_SPIN 3.0f

#endif
