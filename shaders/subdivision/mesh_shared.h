// From levels of edges to numbers of vertices, triangles and meshlets; compute/subdivision/mesh.c.
#ifndef MAS_MESH_SHARED_H
#define MAS_MESH_SHARED_H

#include "types_shared.h"
#include "list_shared.h"

#define MESH_COUNT_SHIFT 25 // in an entry of the meshlets: triangles above the first triangle

STRUCT(mesh_surface) // what a host asks of one surface
{
    uint level;     // segments along a side of the base mesh; an edge halved d times gets level / 2^d, rounded up;
                    // 0: each edge has the level that was written for it
    uint limit;     // the largest level that there is room for, at depth 0
    uint first_patch;
    uint end_patch; // one more than its last
};

STRUCT(mesh_push)
{
    mas_range range;
    uint edges;
    uint patches;
    uint vertices; // corners of patches
    uint regulars; // patches of that class
    uint surfaces;
    uint slices;   // threads a patch
    uint drawn;    // 1: no meshlets, but draws
};

// What one patch has to evaluate of a level set; written when levels change, so that tessellating reads nothing else.
STRUCT(tessellate_task)
{
    mas_uvec4 corner; // vertex, SURFACE_NONE where another patch evaluates it
    mas_uvec4 side;   // first vertex inside the side's edge, SURFACE_NONE likewise
    uint first;       // first vertex inside the patch
    uint level;       // segments of the patch | surface << 8
    uint side_level;  // segments of the four sides that it owns, 8 bits each
    uint uv;          // whose texture coordinates: the patch
};

#endif
