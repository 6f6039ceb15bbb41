// A small world in the hands of one group (compute/rigid/whole.c tells the story).
#ifndef MAS_WHOLE_SHARED_H
#define MAS_WHOLE_SHARED_H

#include "step_shared.h"
#include "collision/joined_shared.h"
#include "rigid/sleep_shared.h"
#include "rigid/solve_shared.h"
#include "rigid/touch_shared.h"

// In use in a world that one group takes. Kernels are right for any number, and slow for many.
#define WHOLE_MAX_BODIES 256
#define WHOLE_MAX_COLLIDERS 1024
#define WHOLE_MAX_PAIRS 8192
#define WHOLE_MAX_FOUND 256   // colliders whose pairs it finds, each with each
#define WHOLE_TOUCH_MASK 1023 // chains of what is told to touch, less 1; a power of two less 1

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

// Parts of a substep, in this order. Joints are swept between them.
#define WHOLE_PUSH 1   // forces
#define WHOLE_START 2  // carried impulses; in a step's first substep
#define WHOLE_IMPACT 4 // bounces
#define WHOLE_BIAS 8   // the biased sweep
#define WHOLE_MOVE 16  // bodies move
#define WHOLE_RELAX 32 // the sweep that relaxes
#define WHOLE_FIRST 64 // added in a step's first substep

STRUCT(whole_turns) // push constants
{
    mas_range range;
    uint turns;  // of the above
    uint sweeps; // of bounces
};

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
