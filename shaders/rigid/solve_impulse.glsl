// Impulses of contacts, SOLVE_IMPULSES by place.
#ifndef MAS_SOLVE_IMPULSE_GLSL
#define MAS_SOLVE_IMPULSE_GLSL

#include "rigid/solve.glsl"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 4) buffer Impulse { vec4 impulse[]; };
#endif

#endif
