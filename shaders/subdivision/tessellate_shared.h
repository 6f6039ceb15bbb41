#ifndef MAS_TESSELLATE_SHARED_H
#define MAS_TESSELLATE_SHARED_H

#include "types_shared.h"
#include "list_shared.h"

// What a kernel writes: specialization constant 1.
#define TESSELLATE_POSITIONS 0 // collision
#define TESSELLATE_NORMALS 1
#define TESSELLATE_UV 2 // normals and texture coordinates

STRUCT(tessellate_push)
{
    mas_range range;
    uint rows;       // threads of a patch that share its rows in turn
    uint across;     // threads that share a row, and do all before its points again; rows times across a patch
    uint first_task; // of the class
    uint all;        // 1: every surface, 0: those that are stale
};

#endif
