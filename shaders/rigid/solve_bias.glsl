// The biased sweep: normals, which also undo penetration softly.
#ifndef MAS_SOLVE_BIAS_GLSL
#define MAS_SOLVE_BIAS_GLSL

#include "rigid/solve_normals.glsl"

void bias_contact(uint place)
{
    load_contact(place);
    load_motion(place);
    uint at = SOLVE_PUSH * params.capacity + place;
    bool moving = inverse_a > 0.0 && inverse_b > 0.0;
    impulse[at] = exact_flush(push_points(impulse[at], mix(params.soft_static, params.soft, bvec4(moving))));
    apply(respond());
}

#endif
