// First motion, one particle a lane, of eight who go through one list together. One layer.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "particle/contact.glsl"
#include "particle/team_show.glsl"

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
vec3 add_odd(uint i, uint length, uint stride, vec3 me, vec3 motion)
{
    vec3 force = vec3(0.0);
    for (uint k = 0u; k < length; ++k)
    {
        uint entry = neighbour[(((k / TEAM) + 1u) * stride) + i];
        uint j     = subgroupShuffle(entry, k % TEAM) >> TEAM_SHIFT;
        vec3 more  = contact_force(i, j, me - sorted_position[j].xyz, sorted_velocity[j].xyz - motion, spring);
        if ((entry >> (k % TEAM) & 1u) != 0u) force = force + more;
    }
    return force;
}

void main()
{
    uint i      = thread_index();
    uint stride = team_row(range.count);
    if (i >= team_end(range.count)) return; // all eight of them
    uint           self   = min(i, range.count - 1u);
    bool           alive  = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    uint           length = neighbour[i];
    vec4           me     = sorted_position[self];
    vec4           motion = sorted_velocity[self];
    particle_layer a      = layer_of(tag_layer(floatBitsToUint(me.w)));
    float          reach  = a.radius + a.radius;
    spring                = contact_join(reach, a.stiffness, a.damping);
    half_push             = 0.5 * spring.push;
    away                  = 4.0 * (reach * reach);
    least                 = EXACT_INFINITE;

    // Entries are fetched while the row in front of them is computed.
    vec3 force = vec3(0.0); // N
    uint last  = i + ((length / TEAM) * stride);
    uint entry = neighbour[min(i + stride, last)];
    for (uint at = i + stride; at <= last; at += stride)
    {
        uint next = neighbour[min(at + stride, last)];
        vec3 x    = sorted_position[entry >> TEAM_SHIFT].xyz;
        vec3 v    = sorted_velocity[entry >> TEAM_SHIFT].xyz;
        force     = add_eight(force, me.xyz, motion.xyz, entry, x, v);
        entry     = next;
    }
    if (!team_is_plain(least, force)) force = add_odd(i, length, stride, me.xyz, motion.xyz);
    if (alive)
        contact_move(i, me, motion, a, force);
    else if (i < range.count)
        contact_leave_nobody(i);
}
