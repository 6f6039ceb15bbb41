// Density of one particle a lane; the eight particles of a team share one list.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_samplerless_texture_functions : require
#include "liquid/density.glsl"
#include "particle/cpu/team_show.glsl"

layout(binding = 1) uniform utextureBuffer Place; // so far, m; w tag
layout(binding = 2) uniform utextureBuffer Neighbour;

#include "particle/cpu/team_walk.glsl"

vec4  unit; // weight_unit
float away; // m^2
uint  least;

// What the eight entries of a row add. mass: of the lane's entry, 1/kg.
density_sums add_eight(density_sums s, vec3 me, uint entry, vec3 other, float mass)
{
    team_four p[2];
    vec4      far[2], near[2], slope[2], square[2];
    EIGHT(p[h] = team_meet(me, other, entry, away, 4u * h, least);)
    EIGHT(far[h] = exact_rough_sqrt(p[h].squared, unit);)
    EIGHT(near[h] = weight_near(far[h]);)
    EIGHT(slope[h] = weight_slope(near[h]);)
    EIGHT(square[h] = (slope[h] * slope[h]) * p[h].squared;)
    EIGHT(square[h] = LIQUIDS > 1u ? team_show(mass, 4u * h) * square[h] : square[h];)
    EIGHT(s.weights = team_add(s.weights, weight_of(near[h], far[h]));)
    EIGHT(s.apart.x = team_add(s.apart.x, slope[h] * p[h].x);)
    EIGHT(s.apart.y = team_add(s.apart.y, slope[h] * p[h].y);)
    EIGHT(s.apart.z = team_add(s.apart.z, slope[h] * p[h].z);)
    EIGHT(s.squares = team_add(s.squares, square[h]);)
    return s;
}

// The same for the whole list, whatever is in it.
density_sums add_odd(team_walk w, vec3 me, by_liquid masses)
{
    density_sums s     = density_none();
    float        nudge = WEIGHT_NUDGE * params.reach;
    for (uint k = 0u; k < w.rows * TEAM; ++k)
    {
        uint         entry = team_word(w, k);
        uint         j     = subgroupShuffle(entry, k % TEAM) >> TEAM_SHIFT;
        vec4         other = texel(Place, j);
        float        own   = of_liquid(masses, tag_liquid(floatBitsToUint(other.w)));
        density_sums next  = density_add(s, weight_meet(me - other.xyz, w.i < j, unit, nudge), own);
        if ((entry >> (k % TEAM) & 1u) != 0u) s = next;
    }
    return s;
}

void main()
{
    uint i = thread_index();
    if (i >= team_end(range.count)) return; // all eight of them
    uint      self   = min(i, range.count - 1u);
    bool      alive  = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    vec4      me     = texel(Place, self);
    by_liquid masses = BY_LIQUID(inverse_mass); // 1/kg
    uint      number = LIQUIDS > 1u ? tag_liquid(floatBitsToUint(me.w)) : params.only;
    float     mass   = of_liquid(masses, number);
    unit             = weight_unit(params.inverse_reach);
    away             = 4.0 * (params.reach * params.reach);
    least            = EXACT_INFINITE;

    density_sums sums  = density_none();
    team_walk    w     = team_begin(i);
    vec4         other = texel(Place, team_place(w.entry));
    while (w.row <= w.rows)
    {
        team_look_ahead(w);
        vec4  coming = texel(Place, team_place(w.next));
        float own    = LIQUIDS > 1u ? of_liquid(masses, tag_liquid(floatBitsToUint(other.w))) : mass;
        sums         = add_eight(sums, me.xyz, w.entry, other.xyz, own);
        team_go_on(w);
        other = coming;
    }
    if (!team_is_plain(least, sums.apart + vec3(sums.weights, sums.squares, 0.0))) sums = add_odd(w, me.xyz, masses);
    if (alive) density_weigh(i, me.xyz, number, mass, sums);
}
