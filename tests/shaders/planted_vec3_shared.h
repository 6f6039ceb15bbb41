// Wrong on purpose: a vec3, whose place C and GLSL see differently. tests/core/test_layout.c expects to catch it.
#ifndef MAS_PLANTED_VEC3_SHARED_H
#define MAS_PLANTED_VEC3_SHARED_H

#include "types_shared.h"

#ifdef __STDC__
typedef struct planted_vec3 { float x, y, z; } planted_vec3;
#else
#define planted_vec3 vec3
#endif

STRUCT(planted_offset)
{
    uint         before;
    planted_vec3 middle; // at 4 in C, at 16 in GLSL
    uint         after;
};

STRUCT(planted_size)
{
    planted_vec3 only; // at 0 in both, but 12 bytes in C, 16 in an array of GLSL
};

STRUCT(planted_unused)
{
    uint nobody;
};

#endif
