// Density of one particle a lane, of eight who go through one list together.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "liquid/density.glsl"
#include "particle/team_show.glsl"

float inverse, nudge; // 1/m, m

// What entries n to n + 3 of a row add. mass: of the lane's entry, 1/kg.
density_sums add_four(density_sums s, vec3 me, uint entry, vec3 other, float mass, uint n, inout uint odd)
{
    team_four p     = team_meet(me, other, n);
    bvec4     own   = team_own(entry, n);
    vec4      far   = (p.squared * exact_rsqrt_core(p.squared)) * inverse;
    vec4      near  = weight_near(far);
    vec4      slope = weight_slope(near);
    vec4      light = LIQUIDS > 1u ? team_show(mass, n) : vec4(mass);
    odd             = team_odd(odd, p.squared, own);
    s.weights       = team_add(s.weights, weight_of(near, far), own);
    s.apart.x       = team_add(s.apart.x, slope * p.x, own);
    s.apart.y       = team_add(s.apart.y, slope * p.y, own);
    s.apart.z       = team_add(s.apart.z, slope * p.z, own);
    s.squares       = team_add(s.squares, light * ((slope * slope) * p.squared), own);
    return s;
}

// The same for all n of a row, whatever they are.
density_sums add_odd(density_sums s, uint i, vec3 me, uint entry, vec3 other, float mass, uint n)
{
    for (uint k = 0u; k < n; ++k)
    {
        uint         j     = subgroupShuffle(entry, k) >> TEAM_SHIFT;
        vec3         apart = me - subgroupShuffle(other, k);
        density_sums next  = density_add(s, weight_meet(apart, i < j, inverse, nudge), subgroupShuffle(mass, k));
        if ((entry >> k & 1u) != 0u) s = next;
    }
    return s;
}

void main()
{
    uint i      = thread_index();
    uint stride = team_row(range.count);
    if (i >= stride) return; // all eight of them
    uint      self   = min(i, range.count - 1u);
    bool      alive  = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    uint      length = neighbour[i];
    vec4      me     = place[self];
    by_liquid masses = BY_LIQUID(inverse_mass); // 1/kg
    uint      number = LIQUIDS > 1u ? tag_liquid(floatBitsToUint(me.w)) : params.only;
    float     mass   = of_liquid(masses, number);
    inverse          = params.inverse_reach;
    nudge            = WEIGHT_NUDGE * params.reach;

    density_sums sums = density_none();
    for (uint k = 0u, at = i + stride; k < length; k += TEAM, at += stride)
    {
        uint         entry = neighbour[at], odd = 0u;
        vec4         other = place[entry >> TEAM_SHIFT];
        float        own   = LIQUIDS > 1u ? of_liquid(masses, tag_liquid(floatBitsToUint(other.w))) : mass;
        density_sums next  = add_four(sums, me.xyz, entry, other.xyz, own, 0u, odd);
        next               = add_four(next, me.xyz, entry, other.xyz, own, 4u, odd);
        if (team_max(odd) > TEAM_ODD)
            next = add_odd(sums, i, me.xyz, entry, other.xyz, own, min(length - k, TEAM));
        sums = next;
    }
    if (alive) density_weigh(i, me.xyz, number, mass, sums);
}
