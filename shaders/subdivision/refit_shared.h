// The tree over a surface's patches, 8 wide. Its shape never changes: of each surface, entry i of a height is made of
// entries 8 i to 8 i + 7 of the height below, patches being the lowest; above the patches there is an even number of
// heights. Boxes of all surfaces stand in one array: all patches, then one height of all surfaces after the other. In the
// table of nodes as many entries follow as there are surfaces, whose child is the surface's root.
#ifndef MAS_REFIT_SHARED_H
#define MAS_REFIT_SHARED_H

#include "list_shared.h"
#include "surface_shared.h"

#define REFIT_WIDTH 8
#define REFIT_MAX_HEIGHT 8 // 8^8 patches; even

STRUCT(surface_node) // as many as boxes, and one for each surface
{
    uint child;  // box: the first of children that stand side by side
    uint count;  // of children; 0: a patch
    uint surface;
    uint spare;
};

STRUCT(refit_push)
{
    mas_range range;
    uint first;  // box of the first node, for nodes
    uint slices; // threads a patch, for meshlets
    uint all;    // 1: whether stale or not
};

#endif
