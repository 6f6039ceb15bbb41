// The nearest walls that one thread has found so far.
#ifndef MAS_NEAREST_GLSL
#define MAS_NEAREST_GLSL

#include "liquid/liquid_shared.h"

vec4 near_plane[LIQUID_WALLS]; // by gap; equal ones as they came; the reach: none
vec3 near_way[LIQUID_WALLS];
uint near_slot[LIQUID_WALLS];

void keep_none(float reach)
{
    for (uint k = 0u; k < LIQUID_WALLS; ++k) near_plane[k] = vec4(0.0, 0.0, 0.0, reach);
}

void keep(vec4 plane, vec3 way, uint slot)
{
    bool comes = false; // before this one, and so before all behind it
    for (uint k = 0u; k < LIQUID_WALLS; ++k)
    {
        comes         = comes || plane.w < near_plane[k].w;
        vec4 p        = near_plane[k];
        vec3 w        = near_way[k];
        uint s        = near_slot[k];
        near_plane[k] = comes ? plane : p;
        near_way[k]   = comes ? way : w;
        near_slot[k]  = comes ? slot : s;
        plane         = comes ? p : plane;
        way           = comes ? w : way;
        slot          = comes ? s : slot;
    }
}

#endif
