// Moves one particle a lane, of eight who go through one list together.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "liquid/correct.glsl"
#include "particle/team_show.glsl"

float inverse, nudge; // 1/m, m

// What entries n to n + 3 of a row do.
correct_sums add_four(correct_sums s, correct_self me, uint entry, correct_other other, uint n, inout uint odd)
{
    team_four p     = team_meet(me.place.xyz, other.place.xyz, n);
    bvec4     own   = team_own(entry, n);
    vec4      far   = (p.squared * exact_rsqrt_core(p.squared)) * inverse;
    vec4      near  = weight_near(far);
    vec4      share = (me.place.w + team_show(other.place.w, n)) * weight_slope(near);
    odd             = team_odd(odd, p.squared, own);
    s.push.x        = team_add(s.push.x, share * p.x, own);
    s.push.y        = team_add(s.push.y, share * p.y, own);
    s.push.z        = team_add(s.push.z, share * p.z, own);
    if (FIRST == 0u) return s;
    share = weight_of(near, far);
    if (LIQUIDS > 1u)
        share = share * (min(vec4(me.mass), team_show(other.mass, n)) * min(vec4(me.thick), team_show(other.thick, n)));
    s.drawn.x = team_add(s.drawn.x, share * (team_show(other.motion.x, n) - me.motion.x), own);
    s.drawn.y = team_add(s.drawn.y, share * (team_show(other.motion.y, n) - me.motion.y), own);
    s.drawn.z = team_add(s.drawn.z, share * (team_show(other.motion.z, n) - me.motion.z), own);
    return s;
}

// The same for all n of a row, whatever they are.
correct_sums add_odd(correct_sums s, uint i, correct_self me, uint entry, correct_other other, uint n)
{
    for (uint k = 0u; k < n; ++k)
    {
        uint          j    = subgroupShuffle(entry, k) >> TEAM_SHIFT;
        correct_other o    = correct_other(subgroupShuffle(other.place, k), subgroupShuffle(other.motion, k),
                                           subgroupShuffle(other.mass, k), subgroupShuffle(other.thick, k));
        correct_sums  next = correct_add(s, me, o, i < j, inverse, nudge);
        if ((entry >> k & 1u) != 0u) s = next;
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
    inverse                = params.inverse_reach;
    nudge                  = WEIGHT_NUDGE * params.reach;

    correct_sums sums = correct_sums(vec3(0.0), vec3(0.0));
    for (uint k = 0u, at = i + stride; k < length; k += TEAM, at += stride)
    {
        uint          entry = neighbour[at], odd = 0u;
        correct_other other = correct_fetch(entry >> TEAM_SHIFT, masses, thickness);
        correct_sums  next  = add_four(sums, me, entry, other, 0u, odd);
        next                = add_four(next, me, entry, other, 4u, odd);
        if (team_max(odd) > TEAM_ODD) next = add_odd(sums, i, me, entry, other, min(length - k, TEAM));
        sums = next;
    }
    if (alive) correct_move(i, me, sums);
}
