// The speeds of a contact's bodies, in their array.
#ifndef MAS_SOLVE_SPEED_GLSL
#define MAS_SOLVE_SPEED_GLSL

#include "rigid/solve.glsl"

void load_speeds(out body_speed a, out body_speed b)
{
    a = speed[body_a];
    b = speed[body_b];
}

// Only to what moves: others are shared by contacts of one colour.
void apply(solve_response s)
{
    if (inverse_a > 0.0)
    {
        speed[body_a].velocity = changed(speed[body_a].velocity, s.velocity_a);
        speed[body_a].spin     = changed(speed[body_a].spin, s.spin_a);
    }
    if (inverse_b > 0.0)
    {
        speed[body_b].velocity = changed(speed[body_b].velocity, s.velocity_b);
        speed[body_b].spin     = changed(speed[body_b].spin, s.spin_b);
    }
}

#endif
