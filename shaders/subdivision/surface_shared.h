// Subdivision surfaces: what the host builds of each cage, once, and kernels read. Arrays hold all surfaces of a world one
// after the other, and every number here counts in the whole array.
//
// A surface is a set of patches: squares 0 <= u, v <= 1 with corners 0 at (0,0), 1 at (1,0), 2 at (1,1), 3 at (0,1),
// counter-clockwise seen from outside. Side s runs from corner s to corner s + 1 (3 to 0). Patches meet at vertices and
// edges, each of which has one owner, the patch that evaluates it: so neighbours share its bits, and nothing cracks.
// Where a patch meets two of half its size along a side, that side is two edges.
#ifndef MAS_SURFACE_SHARED_H
#define MAS_SURFACE_SHARED_H

#include "types_shared.h"

#define SURFACE_NONE 0xFFFFFFFFu
#define SURFACE_REGULAR_POINTS 16 // of a bicubic B-spline patch: point 4 j + i is P_ij, i along u, j along v
#define SURFACE_GREGORY_POINTS 20 // 5 corner + 0: p, 1: e+, 2: e-, 3: f+, 4: f- (towards the next, the last corner)
#define SURFACE_MAX_LEVEL 64      // segments along an edge
#define SURFACE_MESHLET 64        // triangles, at most

// In surface_patch.flags
#define SURFACE_GREGORY 1u      // else regular; patches at a boundary are regular ones whose points are ghosts
#define SURFACE_OWNS_SIDE 4     // shift: one bit for each side whose edge it owns; a side of two edges is never owned
#define SURFACE_OWNS_CORNER 8   // shift: one bit for each corner
#define SURFACE_DEPTH_SHIFT 16  // how often the cage's face was halved: 0 to 15
#define SURFACE_DEPTH_MASK 15u

STRUCT(surface_patch)
{
    mas_uvec4 corner; // vertices
    mas_uvec4 side;   // 2 edge + 1 if the side runs against its edge; of a side of two edges the one at the side's beginning
    mas_uvec4 second; // the same for the second edge of a side; SURFACE_NONE: it is one edge
    uint index;       // first of its points in the array of its class
    uint flags;
    uint surface;
    uint face;        // of the cage
};

STRUCT(surface_edge) // directed as its owner's side
{
    uint from, to; // vertices
    uint owner;    // patch
    uint depth;    // of the owner
};

STRUCT(surface_row) // a point that is a sum of points of the cage: refined, ghost and Gregory points
{
    uint point;   // where it goes, behind the cage's
    uint first;   // entry
    uint count;   // entries
    uint surface;
};

STRUCT(surface_entry)
{
    uint  point;  // of the cage
    float weight; // a row's sum to 1
};

STRUCT(surface_uv) // texture coordinates at corners 0, 1, 2, 3
{
    mas_vec4 s;
    mas_vec4 t;
};

STRUCT(surface_box) // of the limit surface
{
    mas_vec4 lo; // m; w 0
    mas_vec4 hi;
};

#endif
