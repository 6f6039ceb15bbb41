// Motion of grains, one particle a lane; the eight particles of a team share one list. One layer.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_samplerless_texture_functions : require
#include "particle/contact.glsl"
#include "particle/cpu/team_show.glsl"

layout(binding = 1) uniform utextureBuffer SortedPosition;
layout(binding = 2) uniform utextureBuffer SortedVelocity;
layout(binding = 3) uniform utextureBuffer Neighbour;

#include "particle/cpu/team_walk.glsl"

contact_spring spring;
float          half_push, away; // N, m^2
uint           least;

// The forces of the eight entries of a row; x, v: of the lane's entry.
vec3 add_eight(vec3 force, vec3 me, vec3 motion, uint entry, vec3 x, vec3 v)
{
    team_four p[2];
    vec4      per[2], drag[2];
    EIGHT(p[h] = team_meet(me, x, entry, away, 4u * h, least);)
    EIGHT(per[h] = (half_push * exact_twice_rsqrt(p[h].squared)) - spring.stiffness;)
    EIGHT(per[h] = max(per[h], vec4(0.0));)
    EIGHT(drag[h] = mix(vec4(0.0), vec4(spring.damping), team_own(entry, 4u * h));)
    EIGHT(force.x = team_add(force.x, (drag[h] * (team_show(v.x, 4u * h) - motion.x)) + (per[h] * p[h].x));)
    EIGHT(force.y = team_add(force.y, (drag[h] * (team_show(v.y, 4u * h) - motion.y)) + (per[h] * p[h].y));)
    EIGHT(force.z = team_add(force.z, (drag[h] * (team_show(v.z, 4u * h) - motion.z)) + (per[h] * p[h].z));)
    return force;
}

// The same for the whole list, whatever is in it.
vec3 add_odd(team_walk w, vec3 me, vec3 motion)
{
    vec3 force = vec3(0.0);
    for (uint k = 0u; k < w.rows * TEAM; ++k)
    {
        uint entry = team_word(w, k);
        uint j     = subgroupShuffle(entry, k % TEAM) >> TEAM_SHIFT;
        vec3 apart = me - texel(SortedPosition, j).xyz, slip = texel(SortedVelocity, j).xyz - motion;
        vec3 more  = contact_force(w.i, j, apart, slip, spring);
        if ((entry >> (k % TEAM) & 1u) != 0u) force = force + more;
    }
    return force;
}

void main()
{
    uint i = thread_index();
    if (i >= team_end(range.count)) return; // all eight of them
    uint           self   = min(i, range.count - 1u);
    bool           alive  = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    vec4           me     = texel(SortedPosition, self);
    vec4           motion = texel(SortedVelocity, self);
    particle_layer a      = layer_of(tag_layer(floatBitsToUint(me.w)));
    float          reach  = a.radius + a.radius;
    spring                = contact_join(reach, a.stiffness, a.damping);
    half_push             = 0.5 * spring.push;
    away                  = 4.0 * (reach * reach);
    least                 = EXACT_INFINITE;

    vec3      force = vec3(0.0); // N
    team_walk w     = team_begin(i);
    vec3      x = texel(SortedPosition, team_place(w.entry)).xyz, v = texel(SortedVelocity, team_place(w.entry)).xyz;
    while (w.row <= w.rows)
    {
        team_look_ahead(w);
        uint next     = team_place(w.next);
        vec3 coming_x = texel(SortedPosition, next).xyz, coming_v = texel(SortedVelocity, next).xyz;
        force         = add_eight(force, me.xyz, motion.xyz, w.entry, x, v);
        team_go_on(w);
        x = coming_x;
        v = coming_v;
    }
    if (!team_is_plain(least, force)) force = add_odd(w, me.xyz, motion.xyz);
    if (alive)
        contact_move(i, me, motion, a, force);
    else if (i < range.count)
        contact_leave_nobody(i);
}
