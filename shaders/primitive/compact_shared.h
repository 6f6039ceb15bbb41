#ifndef MAS_COMPACT_SHARED_H
#define MAS_COMPACT_SHARED_H

#include "types_shared.h"

STRUCT(compact_push)
{
    uint capacity; // indices there is room for
};

#endif
