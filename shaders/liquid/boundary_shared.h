#ifndef MAS_BOUNDARY_SHARED_H
#define MAS_BOUNDARY_SHARED_H

#include "list_shared.h"

STRUCT(boundary_push)
{
    mas_range range; // places
    uint part;       // of the substep: 0 first
};

#endif
