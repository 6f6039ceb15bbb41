#ifndef MAS_INTEGRATE_SHARED_H
#define MAS_INTEGRATE_SHARED_H

#include "list_shared.h"

#define REST_DAMPING 0.5f // 1/s, of what is held and slower than its sleep_speed
#define REST_SPIN 3.0f    // a turning body counts as this many times the square of the mean speed of its mass (SLEEP_SPIN)

STRUCT(integrate_pushes)
{
    mas_range range;
    uint begins; // 1 in the first substep of a step
};

#endif
