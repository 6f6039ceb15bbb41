#ifndef MAS_FILL_SHARED_H
#define MAS_FILL_SHARED_H

#include "types_shared.h"

STRUCT(fill_push)
{
    mas_uvec4 pattern;
    uint      words; // of the pattern, per element; 1 to 4
};

#endif
