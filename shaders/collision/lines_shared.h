// Lines to draw, for a host that looks at what collision found: a header, then two vertices per line (a line list; the
// first three words of a vertex are R32G32B32_SFLOAT, the last is R8G8B8A8_UNORM).
#ifndef MAS_LINES_SHARED_H
#define MAS_LINES_SHARED_H

#include "list_shared.h"

#define LINES_BOUNDS 1  // boxes of the colliders, with margins
#define LINES_PAIRS 2   // from centre to centre, or to a plane
#define LINES_POINTS 4  // a cross at each contact point
#define LINES_NORMALS 8 // from each contact point

#define LINES_PER_BOX 12
#define LINES_PER_CROSS 3

// Red in the lowest byte.
#define LINES_BOX_COLOUR 0xFF808080u
#define LINES_PAIR_COLOUR 0xFFC08000u
#define LINES_TOUCHING_COLOUR 0xFF0000FFu
#define LINES_SPECULATIVE_COLOUR 0xFF00C0FFu
#define LINES_SENSOR_COLOUR 0xFF00FF00u // of what touches a sensor
#define LINES_NORMAL_COLOUR 0xFFFFFF00u

STRUCT(lines_header) // begins as VkDrawIndirectCommand
{
    uint vertices;
    uint instances; // 1
    uint first_vertex;
    uint first_instance;
    uint needed;    // lines that wanted in
    uint capacity;  // lines there is room for
    uint spare;
    uint spare_1;
};

STRUCT(line_vertex)
{
    float x; // m
    float y;
    float z;
    uint  colour; // LINES_*_COLOUR; 0: both ends of a line that is none
};

STRUCT(lines_push)
{
    mas_range range;
    uint  flags;     // LINES_*
    uint  capacity;  // lines
    uint  colliders; // slots in use
    float reach;     // m, length of a normal; a cross is half as wide
};

#endif
