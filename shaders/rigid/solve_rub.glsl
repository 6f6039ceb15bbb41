// Friction of a contact: against rolling, twisting and sliding, in this order, each within what the normal impulse
// allows.
#ifndef MAS_SOLVE_RUB_GLSL
#define MAS_SOLVE_RUB_GLSL

#include "rigid/solve.glsl"

vec2 within_disc(vec2 v, float radius)
{
    float squared = exact_dot(v, v);
    if (!(squared > radius * radius)) return v;
    return v * (radius * exact_rsqrt(squared));
}

// j: N s of all points; rubbed: SOLVE_FRICTION, twist: SOLVE_TWIST so far.
void rub(uint place, vec4 j, inout vec4 rubbed, inout float twist)
{
    float friction = field(SOLVE_NORMAL, place).w, lever = field(SOLVE_BODY, place).w;
    float pushed = sum_of(j), most = friction * exact_dot(j, field(SOLVE_LEVER, place));
    vec4 first = field(SOLVE_TO_FIRST, place), second = field(SOLVE_TO_SECOND, place);
    vec4 to_twist = field(SOLVE_TO_TWIST, place), slide = field(SOLVE_SLIDE, place), roll = field(SOLVE_ROLL, place);

    vec2 rolled = within_disc(vec2(rubbed.z - ((roll.x * about_1) + (roll.y * about_2)),
                                   rubbed.w - ((roll.y * about_1) + (roll.z * about_2))), lever * pushed);
    moment_1 = moment_1 + (rolled.x - rubbed.z);
    moment_2 = moment_2 + (rolled.y - rubbed.w);

    float about_n = exact_dot(n, angular) +
                    (((to_twist.x * push_n) + (to_twist.y * moment_1)) + (to_twist.z * moment_2));
    float twisted = exact_clamp(twist - (moments.z * about_n), -most, most);
    moment_n = twisted - twist;

    float v1 = (exact_dot(t1, linear) + slide.z) +
               (((first.x * push_n) + (first.y * moment_1)) + ((first.z * moment_2) + (first.w * moment_n)));
    float v2 = (exact_dot(t2, linear) + slide.w) +
               (((second.x * push_n) + (second.y * moment_1)) + ((second.z * moment_2) + (second.w * moment_n)));
    vec2 slid = within_disc(vec2(rubbed.x - ((to_twist.w * v1) + (slide.x * v2)),
                                 rubbed.y - ((slide.x * v1) + (slide.y * v2))), friction * pushed);
    push_1 = slid.x - rubbed.x;
    push_2 = slid.y - rubbed.y;
    rubbed = vec4(slid, rolled);
    twist  = twisted;
}

#endif
