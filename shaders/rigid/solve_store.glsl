// Impulses back into the manifolds, in world axes, for the next step.
// The kernel binds params, list, order, constant, impulse and of_pair.
#ifndef MAS_SOLVE_STORE_GLSL
#define MAS_SOLVE_STORE_GLSL

#include "list.glsl"
#include "exact.glsl"
#include "collision/collision_shared.h"
#include "rigid/solve_shared.h"

void store_contact(uint place)
{
    uint capacity = params.capacity;
    vec3 n    = constant[SOLVE_NORMAL * capacity + place].xyz;
    vec3 t1   = constant[SOLVE_TANGENT * capacity + place].xyz;
    vec3 t2   = exact_cross(n, t1);
    vec4 t    = impulse[SOLVE_FRICTION * capacity + place];
    uint pair = order[place];
    of_pair[pair].impulse = impulse[SOLVE_PUSH * capacity + place];
    of_pair[pair].twist   = vec4(exact_flush((t1 * t.x) + (t2 * t.y)), impulse[SOLVE_TWIST * capacity + place].x);
    of_pair[pair].rolling = vec4(exact_flush((t1 * t.z) + (t2 * t.w)), 0.0);
}

#endif
