#ifndef MAS_INTEGRATE_SHARED_H
#define MAS_INTEGRATE_SHARED_H

#include "list_shared.h"

STRUCT(integrate_pushes)
{
    mas_range range;
    uint begins; // 1 in the first substep of a step
};

#endif
