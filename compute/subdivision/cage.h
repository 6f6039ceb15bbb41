// Builds the tables of a cage: polygons -> patches (subdivision.h). On the host, once.
//
// Faces that stand at odd vertices, or at edges and points that become smooth after some steps, are halved until the
// rest can be told by patches: the first as often as the host wants (isolation), the second until all are smooth. Every
// other face is a bicubic patch and exact: also at boundaries and creases, whose other side is extrapolated. Of the
// faces that are left at odd vertices Gregory patches are made. Where a crease ends, and at corners that stay sharp
// with several faces, they are halved twice more.
//
// Rules are Catmull-Clark's with uniform creasing; boundaries are sharp, and a point of a boundary with a single face
// stays where it is. An edge that is sharp for ever separates its two sides as a boundary does.
#ifndef MAS_CAGE_H
#define MAS_CAGE_H

#include "core/device.h"
#include "subdivision.h"

enum
{
    MAS_CAGE_MAX_POINTS    = 1 << 20,
    MAS_CAGE_MAX_FACES     = 1 << 20,
    MAS_CAGE_MAX_PATCHES   = 1 << 22,
    MAS_CAGE_MAX_CORNERS   = 64, // of a face, and edges at a point
    MAS_CAGE_MAX_ISOLATION = 5,
};
#define MAS_CAGE_REACH 1e4f // m: no coordinate is larger

massa_result mas_cage_build(massa_device*, const massa_cage_desc*, massa_cage** out); // *out is null unless MASSA_OK
void mas_cage_destroy(massa_cage*);

#endif
