// Bounces: points of a contact with restitution that would meet in this substep, fast enough, part again. Their impulses
// stay out of the contact's own, so that nothing carries them on to the next substep.
// The kernel binds blow.
#ifndef MAS_SOLVE_IMPACT_GLSL
#define MAS_SOLVE_IMPACT_GLSL

#include "rigid/solve_rub.glsl"

void note_blow(solve_response s);
bool shifts(); // bodies may be moved, too

void add_blow(solve_response s)
{
    if (inverse_a > 0.0)
    {
        blow[body_a].velocity = changed(blow[body_a].velocity, s.velocity_a);
        blow[body_a].spin     = changed(blow[body_a].spin, s.spin_a);
    }
    if (inverse_b > 0.0)
    {
        blow[body_b].velocity = changed(blow[body_b].velocity, s.velocity_b);
        blow[body_b].spin     = changed(blow[body_b].spin, s.spin_b);
    }
}

// Two that move do not meet where the step began, or where they were looked at, which is what their arms know, but where
// their gap closes. There the arms end in one point, halfway: pushes on both have one line of action, and no momentum is lost. Restitution may gain
// nothing, so that velocities and masses are those of the same arms.
void meet_then(float late)
{
    body_speed a, b;
    load_speeds(a, b);
    vec3 half_way = 0.5 * ((b.shift.xyz - a.shift.xyz) - ((late + moments.w) * (b.velocity.xyz - a.velocity.xyz)));
    arm_a = arm_a + half_way;
    arm_b = arm_b - half_way;
    load_velocities(a, b);
    vec3  xa = exact_cross(arm_a, n), xb = exact_cross(arm_b, n), qa = spin_of_a(xa), qb = spin_of_b(xb);
    float m  = inverse_a + inverse_b;
    normals.x = m + (exact_dot(xa, qa) + exact_dot(xb, qb));
    normals.y = exact_dot(t1, qa) + exact_dot(t1, qb);
    normals.z = exact_dot(t2, qa) + exact_dot(t2, qb);
    for (uint i = 0u; i < 4u; ++i)
    {
        float turns = ((at_v[i] * at_v[i]) * normals.w) + ((at_u[i] * at_u[i]) * moments.y);
        float mixed = 2.0 * (((at_v[i] * normals.y) - (at_u[i] * normals.z)) - ((at_u[i] * at_v[i]) * moments.x));
        float k     = max(normals.x + (turns + mixed), m);
        if (point_mass[i] > 0.0) point_mass[i] = exact_reciprocal(k);
    }
}

void impact_contact(uint place)
{
    float e = field(SOLVE_TANGENT, place).w;
    if (!(e > 0.0)) return;
    load_contact(place);
    load_motion(place);
    uint  hitting = 0u;
    vec4  goal = vec4(0.0), j = vec4(0.0);
    float deepest = 0.0, pace = -1.0, gap = 0.0; // m, m/s, m, of the point that would get in deepest
    for (uint i = 0u; i < 4u; ++i)
    {
        float v = approach(i), d = separation(i), end = d + (params.substep * v);
        bool hits = point_mass[i] > 0.0 && v < -params.restitution_speed && end < 0.0;
        hitting |= hits ? 1u << i : 0u;
        if (hits && end < deepest)
        {
            deepest = end;
            pace    = v;
            gap     = max(d, params.step * v); // no deeper than it can have come in this step
        }
    }
    if (hitting == 0u) return;
    float late = gap * exact_reciprocal(pace); // s
    bool  both = inverse_a > 0.0 && inverse_b > 0.0;
    if (both) meet_then(late);
    for (uint i = 0u; i < 4u; ++i) goal[i] = e * approach(i);
    uint turns = (hitting & (hitting - 1u)) == 0u ? 1u : SOLVE_BLOW_TURNS; // one point alone is done at once
    for (uint turn = 0u; turn < turns; ++turn)
        for (uint i = 0u; i < 4u; ++i)
        {
            if ((hitting >> i & 1u) == 0u) continue;
            float old = j[i];
            j[i]      = max(old - (point_mass[i] * (approach(i) + goal[i])), 0.0);
            push_point(i, j[i] - old);
        }
    vec4  rubbed = vec4(0.0);
    float twist  = 0.0;
    rub(place, j, rubbed, twist);
    solve_response s = respond();
    apply(s);
    note_blow(s);

    // What falls on something that does not move rises to e^2 of its height: in this substep it must come to where a
    // fall to the surface and a rise from there would have taken it. Two that move were told to part too late, or will be
    // too early: they go where their new velocities take them from the moment at which they met. So a blow runs through a
    // row of balls and leaves none of them inside the next.
    float short_of = ((1.0 - (e * e)) * gap) - (((e * (1.0 + e)) * 0.5) * (params.substep * pace));
    vec3  way_a = both ? s.velocity_a * late : n * short_of, way_b = both ? s.velocity_b * late : n * -short_of;
    if (inverse_a > 0.0 && shifts()) speed[body_a].shift = changed(speed[body_a].shift, way_a);
    if (inverse_b > 0.0 && shifts()) speed[body_b].shift = changed(speed[body_b].shift, way_b);
}

#endif
