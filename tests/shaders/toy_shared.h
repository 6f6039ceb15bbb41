// The toy family's array, kernel and report (tests/toy).
#ifndef MAS_TOY_SHARED_H
#define MAS_TOY_SHARED_H

#include "list_shared.h"

#define TOY_HOT 5 // units, from which a spot counts as hot

STRUCT(toy_spot)
{
    uint heat; // units; one is lost in each step
    uint lost; // units, so far
    uint pad0;
    uint pad1;
};

STRUCT(toy_counters)
{
    uint hot;  // spots
    uint heat; // units, of all
};

STRUCT(toy_push)
{
    mas_range range; // spots
};

#endif
