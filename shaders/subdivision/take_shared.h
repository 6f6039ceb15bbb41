// Points that a host's shader wrote into the state. take.comp checks them before any other kernel reads them.
#ifndef MAS_TAKE_SHARED_H
#define MAS_TAKE_SHARED_H

#include "list_shared.h"

#define TAKE_REACH 10000.0 // m: what massa_surface_set_points lets through

STRUCT(take_push)
{
    mas_range range; // points of the surface's cage
    uint point;      // the first, in the arrays of all points
    uint kept;       // the first, in the array of the cages' points alone
};

#endif
