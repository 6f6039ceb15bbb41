// Density of one particle a lane, of eight who go through one list together.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "liquid/density.glsl"
#include "particle/team_show.glsl"

float per, away; // 1/m, m^2
uint  least;

// What entries n to n + 3 of a row add. mass: of the lane's entry, 1/kg.
density_sums add_four(density_sums s, vec3 me, uint entry, vec3 other, float mass, uint n)
{
    team_four p      = team_meet(me, other, team_own(entry, n), away, n, least);
    vec4      far    = exact_twice_sqrt(p.squared) * per;
    vec4      near   = weight_near(far);
    vec4      slope  = weight_slope(near);
    vec4      square = (slope * slope) * p.squared;
    s.weights        = team_add(s.weights, weight_of(near, far));
    s.apart.x        = team_add(s.apart.x, slope * p.x);
    s.apart.y        = team_add(s.apart.y, slope * p.y);
    s.apart.z        = team_add(s.apart.z, slope * p.z);
    s.squares        = team_add(s.squares, LIQUIDS > 1u ? team_show(mass, n) * square : square);
    return s;
}

// The same for the whole list, whatever is in it.
density_sums add_odd(uint i, uint length, uint stride, vec3 me, by_liquid masses)
{
    density_sums s     = density_none();
    float        nudge = WEIGHT_NUDGE * params.reach;
    for (uint k = 0u; k < length; ++k)
    {
        uint         entry = neighbour[(((k / TEAM) + 1u) * stride) + i];
        uint         j     = subgroupShuffle(entry, k % TEAM) >> TEAM_SHIFT;
        vec4         other = place[j];
        float        own   = of_liquid(masses, tag_liquid(floatBitsToUint(other.w)));
        density_sums next  = density_add(s, weight_meet(me - other.xyz, i < j, per, nudge), own);
        if ((entry >> (k % TEAM) & 1u) != 0u) s = next;
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
    per              = weight_per(params.inverse_reach);
    away             = 4.0 * (params.reach * params.reach);
    least            = EXACT_INFINITE;

    density_sums sums = density_none();
    for (uint k = 0u, at = i + stride; k < length; k += TEAM, at += stride)
    {
        uint  entry = neighbour[at];
        vec4  other = place[entry >> TEAM_SHIFT];
        float own   = LIQUIDS > 1u ? of_liquid(masses, tag_liquid(floatBitsToUint(other.w))) : mass;
        sums        = add_four(sums, me.xyz, entry, other.xyz, own, 0u);
        sums        = add_four(sums, me.xyz, entry, other.xyz, own, 4u);
    }
    if (!team_is_plain(least, sums.apart + vec3(sums.weights, sums.squares, 0.0)))
        sums = add_odd(i, length, stride, me.xyz, masses);
    if (alive) density_weigh(i, me.xyz, number, mass, sums);
}
