// Moves one particle a lane; the eight particles of a team share one list.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_samplerless_texture_functions : require
#include "liquid/correct.glsl"
#include "particle/cpu/team_show.glsl"

layout(binding = 3) uniform utextureBuffer Weighed;
layout(binding = 4) uniform utextureBuffer Neighbour;
layout(binding = 9) uniform utextureBuffer Motion; // velocity again, which the first pass only reads

#include "particle/cpu/team_walk.glsl"

vec4 weighed_at(uint i)
{
    return texel(Weighed, i);
}

vec4 motion_at(uint i)
{
    if (FIRST != 0u) return texel(Motion, i);
    return velocity[i];
}

vec4  unit; // weight_unit
float away; // m^2
uint  least;

// What the eight entries of a row do.
correct_sums add_eight(correct_sums s, correct_self me, uint entry, correct_other other)
{
    team_four p[2];
    vec4      far[2], near[2], share[2];
    EIGHT(p[h] = team_meet(me.place.xyz, other.place.xyz, entry, away, 4u * h, least);)
    EIGHT(far[h] = exact_rough_sqrt(p[h].squared, unit);)
    EIGHT(near[h] = weight_near(far[h]);)
    EIGHT(share[h] = (me.place.w + team_show(other.place.w, 4u * h)) * weight_slope(near[h]);)
    EIGHT(s.push.x = team_add(s.push.x, share[h] * p[h].x);)
    EIGHT(s.push.y = team_add(s.push.y, share[h] * p[h].y);)
    EIGHT(s.push.z = team_add(s.push.z, share[h] * p[h].z);)
    if (FIRST == 0u) return s;
    EIGHT(share[h] = weight_of(near[h], far[h]);)
    if (LIQUIDS > 1u)
    {
        EIGHT(vec4 masses    = min(vec4(me.mass), team_show(other.mass, 4u * h));
              vec4 thickness = min(vec4(me.thick), team_show(other.thick, 4u * h));
              share[h]       = share[h] * (masses * thickness);)
    }
    EIGHT(s.drawn.x = team_add(s.drawn.x, share[h] * (team_show(other.motion.x, 4u * h) - me.motion.x));)
    EIGHT(s.drawn.y = team_add(s.drawn.y, share[h] * (team_show(other.motion.y, 4u * h) - me.motion.y));)
    EIGHT(s.drawn.z = team_add(s.drawn.z, share[h] * (team_show(other.motion.z, 4u * h) - me.motion.z));)
    return s;
}

// The same for the whole list, whatever is in it.
correct_sums add_odd(team_walk w, correct_self me, by_liquid masses, by_liquid thickness)
{
    correct_sums s     = correct_sums(vec3(0.0), vec3(0.0));
    float        nudge = WEIGHT_NUDGE * params.reach;
    for (uint k = 0u; k < w.rows * TEAM; ++k)
    {
        uint         entry = team_word(w, k);
        uint         j     = subgroupShuffle(entry, k % TEAM) >> TEAM_SHIFT;
        correct_sums next  = correct_add(s, me, correct_fetch(j, masses, thickness), w.i < j, unit, nudge);
        if ((entry >> (k % TEAM) & 1u) != 0u) s = next;
    }
    return s;
}

void main()
{
    uint i = thread_index();
    if (i >= team_end(range.count)) return; // all eight of them
    uint         self      = min(i, range.count - 1u);
    bool         alive     = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    correct_self me        = correct_find(self);
    by_liquid    masses    = BY_LIQUID(mass);
    by_liquid    thickness = BY_LIQUID(viscosity);
    unit                   = weight_unit(params.inverse_reach);
    away                   = 4.0 * (params.reach * params.reach);
    least                  = EXACT_INFINITE;

    correct_sums  sums  = correct_sums(vec3(0.0), vec3(0.0));
    team_walk     w     = team_begin(i);
    correct_other other = correct_fetch(team_place(w.entry), masses, thickness);
    while (w.row <= w.rows)
    {
        team_look_ahead(w);
        correct_other coming = correct_fetch(team_place(w.next), masses, thickness);
        sums                 = add_eight(sums, me, w.entry, other);
        team_go_on(w);
        other = coming;
    }
    if (!team_is_plain(least, sums.push + sums.drawn)) sums = add_odd(w, me, masses, thickness);
    if (alive)
        correct_move(i, me, sums);
    else if (i < range.count)
        correct_nobody(i);
}
