// The impulses that the last step left, once more: they will be needed again.
#ifndef MAS_SOLVE_START_GLSL
#define MAS_SOLVE_START_GLSL

#include "rigid/solve.glsl"

void start_contact(uint place)
{
    load_contact(place);
    vec4 j      = impulse[SOLVE_PUSH * params.capacity + place];
    vec4 rubbed = impulse[SOLVE_FRICTION * params.capacity + place];
    push_n   = sum_of(j);
    push_1   = rubbed.x;
    push_2   = rubbed.y;
    moment_n = impulse[SOLVE_TWIST * params.capacity + place].x;
    moment_1 = exact_dot(j, at_v) + rubbed.z;
    moment_2 = rubbed.w - exact_dot(j, at_u);
    apply(respond());
}

#endif
