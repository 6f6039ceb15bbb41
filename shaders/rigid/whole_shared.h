// A small world in the hands of one group (compute/rigid/whole.c tells the story).
#ifndef MAS_WHOLE_SHARED_H
#define MAS_WHOLE_SHARED_H

#include "step_shared.h"
#include "rigid/solve_shared.h"

#define WHOLE_MAX_BODIES 256 // capacities of a world that one group takes: slots,
#define WHOLE_MAX_PAIRS 8192 // pairs

STRUCT(whole_params) // a uniform block
{
    solve_params solve;
    step_params  step;
};

#endif
