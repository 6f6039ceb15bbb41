// Sleep: islands of bodies that have come to rest are left out of the step until something touches them
// (compute/rigid/sleep.c tells the story).
#ifndef MAS_SLEEP_SHARED_H
#define MAS_SLEEP_SHARED_H

#include "list_shared.h"

STRUCT(sleep_body) // by slot
{
    float rest;       // s, for how long the body has rested; at most sleep_time
    uint  island;     // of a sleeper: 1 + slot of the member that names its island; 0: awake, or no body
    uint  generation; // of the body that rest is about
    uint  mark;       // during a step, in the slot that names an island: the island wakes
    mas_vec4 place;   // m, where it began to rest; w 0
    mas_vec4 turned;  // how it was turned there
};

STRUCT(sleep_state) // of the whole world, at the end of a step
{
    uint awake;     // dynamic bodies that are
    uint moving;    // kinematic bodies that have a velocity
    uint asleep;    // dynamic bodies that are
    uint candidate; // during a step: some body has rested for long enough to fall asleep
    uint woken;     // during a step: a touch woke a body
    uint stuck;     // during a step: an island was too deep to walk through; no body falls asleep then
};

// Headers, one a kernel's groups are taken from. All are empty in a step in which nothing moves and nothing was edited.
#define SLEEP_BODIES 0           // all slots, if a body is awake or something was edited: for kernels over bodies
#define SLEEP_COLLIDERS 1        // the same of colliders
#define SLEEP_RECORDS 2          // last step's pairs, if a body sleeps and colliders were changed
#define SLEEP_EDITED 3           // slots, if a body sleeps and something was edited
#define SLEEP_PAIRS 4            // this step's pairs, if a body sleeps
#define SLEEP_JOINTS 5           // joints, the same
#define SLEEP_WOKEN 6            // slots, if a touch woke a body
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

#define SLEEP_FORCED 1   // something was edited: no body may be skipped
#define SLEEP_CHANGED 2  // colliders were set anew, moved or freed by the host
#define SLEEP_WAKE_ALL 4
#define SLEEP_NEVER 8    // no body falls asleep
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

// Largest number of steps that a thread goes up an island's tree. The order in which trees are linked is independent of
// which bodies touch: depth grows with the logarithm of the size, and stays below a hundred.
#define SLEEP_CLIMB 16384

// A turning body counts as this many times the square of the mean speed of its mass: the corners of a box are sqrt(3) times
// as fast as that about an axis through its faces.
#define SLEEP_SPIN 3.0f

// In a heap of thousands some wedged body always shakes on the spot, and would keep all others awake. A body that rests
// already may be SLEEP_SHAKE times as fast as its sleep_speed, while it is no farther from where it began to rest than
// its sleep_speed would take it in SLEEP_STRAY of sleep_time: 6 mm with the defaults.
#define SLEEP_SHAKE 10.0f
#define SLEEP_STRAY 0.25f

#endif
