#ifndef MAS_HASH_SHARED_H
#define MAS_HASH_SHARED_H

#include "list_shared.h"

#define HASH_ITEMS 1024 // elements per workgroup

STRUCT(hash_push)
{
    mas_range range;
    uint      tag;  // of the array
    uint      rows; // of 16 bytes, per element
};

#endif
