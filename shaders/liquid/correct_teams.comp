// Moves one particle a lane, of eight who go through one list together.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "liquid/correct.glsl"
#include "particle/team_show.glsl"

float per, away; // 1/m, m^2
uint  least;

// What entries n to n + 3 of a row do.
correct_sums add_four(correct_sums s, correct_self me, uint entry, correct_other other, uint n)
{
    team_four p     = team_meet(me.place.xyz, other.place.xyz, team_own(entry, n), away, n, least);
    vec4      far   = exact_twice_sqrt(p.squared) * per;
    vec4      near  = weight_near(far);
    vec4      share = (me.place.w + team_show(other.place.w, n)) * weight_slope(near);
    s.push.x        = team_add(s.push.x, share * p.x);
    s.push.y        = team_add(s.push.y, share * p.y);
    s.push.z        = team_add(s.push.z, share * p.z);
    if (FIRST == 0u) return s;
    share = weight_of(near, far);
    if (LIQUIDS > 1u)
        share = share * (min(vec4(me.mass), team_show(other.mass, n)) * min(vec4(me.thick), team_show(other.thick, n)));
    s.drawn.x = team_add(s.drawn.x, share * (team_show(other.motion.x, n) - me.motion.x));
    s.drawn.y = team_add(s.drawn.y, share * (team_show(other.motion.y, n) - me.motion.y));
    s.drawn.z = team_add(s.drawn.z, share * (team_show(other.motion.z, n) - me.motion.z));
    return s;
}

// The same for the whole list, whatever is in it.
correct_sums add_odd(uint i, uint length, uint stride, correct_self me, by_liquid masses, by_liquid thickness)
{
    correct_sums s     = correct_sums(vec3(0.0), vec3(0.0));
    float        nudge = WEIGHT_NUDGE * params.reach;
    for (uint k = 0u; k < length; ++k)
    {
        uint         entry = neighbour[(((k / TEAM) + 1u) * stride) + i];
        uint         j     = subgroupShuffle(entry, k % TEAM) >> TEAM_SHIFT;
        correct_sums next  = correct_add(s, me, correct_fetch(j, masses, thickness), i < j, per, nudge);
        if ((entry >> (k % TEAM) & 1u) != 0u) s = next;
    }
    return s;
}

void main()
{
    uint i      = thread_index();
    uint stride = team_row(range.count);
    if (i >= stride) return; // all eight of them
    uint         self      = min(i, range.count - 1u);
    bool         alive     = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    uint         length    = neighbour[i];
    correct_self me        = correct_find(self);
    by_liquid    masses    = BY_LIQUID(mass);
    by_liquid    thickness = BY_LIQUID(viscosity);
    per                    = weight_per(params.inverse_reach);
    away                   = 4.0 * (params.reach * params.reach);
    least                  = EXACT_INFINITE;

    correct_sums sums = correct_sums(vec3(0.0), vec3(0.0));
    for (uint k = 0u, at = i + stride; k < length; k += TEAM, at += stride)
    {
        uint          entry = neighbour[at];
        correct_other other = correct_fetch(entry >> TEAM_SHIFT, masses, thickness);
        sums                = add_four(sums, me, entry, other, 0u);
        sums                = add_four(sums, me, entry, other, 4u);
    }
    if (!team_is_plain(least, sums.push + sums.drawn)) sums = add_odd(i, length, stride, me, masses, thickness);
    if (alive) correct_move(i, me, sums);
}
