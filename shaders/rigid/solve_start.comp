// The impulses that the last step left, once more: they will be needed again. One contact of a colour a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve.glsl"

layout(std430, binding = 4) readonly buffer Impulse { vec4 impulse[]; };

void solve_contact(uint place)
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

void main()
{
    solve_colour();
}
