// The header of a list whose length is born on the GPU. The kernel that completes the list writes count, needed and the
// arguments; consumers are dispatched from them (mas_run_list). An empty list dispatches no group.
#ifndef MAS_LIST_SHARED_H
#define MAS_LIST_SHARED_H

#include "types_shared.h"

// Entries per workgroup of the kernels that work in blocks (scan, sort, reduce).
#define LIST_BLOCK 4096
// Groups in x before a dispatch grows in y: below the guaranteed 65535, and a power of two.
#define LIST_MAX_GROUPS_X 32768

STRUCT(list_header)
{
    uint count;    // entries in use, at most capacity
    uint capacity; // entries there is room for
    uint needed;   // entries that wanted in; above capacity: the rest was dropped
    uint spare;
    uint group_x;  // dispatch arguments, one thread per entry
    uint group_y;
    uint group_z;
    uint spare_1;
    uint block_x;  // dispatch arguments, one group per LIST_BLOCK entries
    uint block_y;
    uint block_z;
    uint spare_2;
};

// What a kernel run with a host's count finds at the start of its push constants.
STRUCT(mas_range)
{
    uint first; // element that the window begins with
    uint count; // elements in the window
};

#endif
