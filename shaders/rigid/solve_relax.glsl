// The sweep after the move: normals without what undid penetration, then friction.
#ifndef MAS_SOLVE_RELAX_GLSL
#define MAS_SOLVE_RELAX_GLSL

#include "rigid/solve_normals.glsl"
#include "rigid/solve_rub.glsl"

void relax_contact(uint place)
{
    load_contact(place);
    load_motion(place);
    uint at = SOLVE_PUSH * params.capacity + place;
    uint at_friction = SOLVE_FRICTION * params.capacity + place;
    uint at_twist = SOLVE_TWIST * params.capacity + place;
    vec4 j = push_points(impulse[at], vec4(0.0, 1.0, 0.0, 0.0));
    vec4 rubbed = impulse[at_friction];
    float twist = impulse[at_twist].x;
    rub(place, j, rubbed, twist);
    impulse[at] = exact_flush(j);
    impulse[at_friction] = exact_flush(rubbed);
    impulse[at_twist] = vec4(exact_flush(twist), 0.0, 0.0, 0.0);
    apply(respond());
}

#endif
