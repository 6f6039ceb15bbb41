// A small world in the hands of one group (compute/rigid/whole.c tells the story).
#ifndef MAS_WHOLE_SHARED_H
#define MAS_WHOLE_SHARED_H

#include "step_shared.h"
#include "collision/joined_shared.h"
#include "rigid/sleep_shared.h"
#include "rigid/solve_shared.h"
#include "rigid/touch_shared.h"

#define WHOLE_MAX_BODIES 256 // capacities of a world that one group takes: slots,
#define WHOLE_MAX_PAIRS 8192 // pairs
#define WHOLE_MAX_COLLIDERS 256 // of one whose pairs it finds

#define WHOLE_MANIFOLD_WORDS 40 // of 4 bytes
#define WHOLE_RECORD_WORDS 20   // the same of a pair_cache

STRUCT(whole_params) // a uniform block
{
    solve_params solve;
    step_params  step;
};

// Added to SLEEP_*.
#define WHOLE_SLEEPS 256 // one group takes all of sleep.c, but for what edits wake: there are no joints
#define WHOLE_BEGINS 512 // nothing was edited, either

STRUCT(whole_touched) // push constants
{
    sleep_push  sleep;
    joined_push joined;
    uint capacity; // contacts
};

STRUCT(whole_touching) // push constants
{
    touch_push touch;
    uint bodies; // slots in use
    uint events; // capacity
};

#endif
