// What the kernels of a step all read: one block on the device, written when the step is recorded.
#ifndef MAS_STEP_SHARED_H
#define MAS_STEP_SHARED_H

#include "types_shared.h"

STRUCT(step_params)
{
    mas_vec4 gravity;    // m/s^2; w 0
    float substep;       // s, dt of one substep
    uint  body_count;    // slots in use: bodies lie below this
    uint  edit_count;    // edits played at the start of this step
    uint  watched_count;
};

#endif
