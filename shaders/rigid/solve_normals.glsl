// Normals of all points of a contact, each from where the last left the velocities.
#ifndef MAS_SOLVE_NORMALS_GLSL
#define MAS_SOLVE_NORMALS_GLSL

#include "rigid/solve.glsl"

// A point that is apart may close the gap within the substep and no faster; unless it will bounce, which takes all its
// speed (solve_impact.glsl). soft: 1/s bias, shares of mass and impulse.
vec4 push_points(vec4 j, vec4 soft)
{
    for (uint i = 0u; i < 4u; ++i)
    {
        float s     = separation(i);
        bool  apart = s > 0.0;
        if (apart && bounce > 0.0 && approach(i) < -params.restitution_speed) continue;
        float b     = apart ? s * params.inverse_substep : max(soft.x * s, -params.push_out);
        float share = apart ? 1.0 : soft.y;
        float back  = apart ? 0.0 : soft.z;
        float old   = j[i];
        float dj    = -(point_mass[i] * ((share * approach(i)) + b)) - (back * old);
        j[i]        = max(old + dj, 0.0);
        push_point(i, j[i] - old);
    }
    return j;
}

#endif
