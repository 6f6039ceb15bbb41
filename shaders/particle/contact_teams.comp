// First motion, one particle a lane, of eight who go through one list together. One layer.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "particle/contact.glsl"
#include "particle/team_show.glsl"

contact_spring spring;

// The forces of entries n to n + 3 of a row; x, v: of the lane's entry.
vec3 add_four(vec3 force, vec3 me, vec3 motion, uint entry, vec3 x, vec3 v, uint n, inout uint odd)
{
    team_four p       = team_meet(me, x, n);
    bvec4     own     = team_own(entry, n);
    vec4      inverse = exact_rsqrt_core(p.squared);
    vec4      push    = spring.stiffness * (spring.reach - (p.squared * inverse));
    odd               = team_odd(odd, p.squared, own);
    // Its ways point from the others to the lane, contact_force's from the lane to them: hence +.
    force.x = team_add(force.x, (spring.damping * (team_show(v.x, n) - motion.x)) + ((p.x * inverse) * push), own);
    force.y = team_add(force.y, (spring.damping * (team_show(v.y, n) - motion.y)) + ((p.y * inverse) * push), own);
    force.z = team_add(force.z, (spring.damping * (team_show(v.z, n) - motion.z)) + ((p.z * inverse) * push), own);
    return force;
}

// The same for all n of a row, whatever they are.
vec3 add_odd(vec3 force, uint i, vec3 me, vec3 motion, uint entry, vec3 x, vec3 v, uint n)
{
    for (uint k = 0u; k < n; ++k)
    {
        uint j    = subgroupShuffle(entry, k) >> TEAM_SHIFT;
        vec3 more = contact_force(i, j, subgroupShuffle(x, k) - me, subgroupShuffle(v, k) - motion, spring);
        if ((entry >> k & 1u) != 0u) force = force + more;
    }
    return force;
}

void main()
{
    uint i      = thread_index();
    uint stride = team_row(range.count);
    if (i >= stride) return; // all eight of them
    uint           self   = min(i, range.count - 1u);
    bool           alive  = i < range.count && neighbour_count[self] != PARTICLE_NONE;
    uint           length = neighbour[i];
    vec4           me     = sorted_position[self];
    vec4           motion = sorted_velocity[self];
    particle_layer a      = layer_of(tag_layer(floatBitsToUint(me.w)));
    spring                = contact_spring(a.radius + a.radius, a.stiffness, a.damping);

    vec3 force = vec3(0.0); // N
    for (uint k = 0u, at = i + stride; k < length; k += TEAM, at += stride)
    {
        uint entry = neighbour[at], odd = 0u;
        vec3 x     = sorted_position[entry >> TEAM_SHIFT].xyz;
        vec3 v     = sorted_velocity[entry >> TEAM_SHIFT].xyz;
        vec3 next  = add_four(force, me.xyz, motion.xyz, entry, x, v, 0u, odd);
        next       = add_four(next, me.xyz, motion.xyz, entry, x, v, 4u, odd);
        if (team_max(odd) > TEAM_ODD)
            next = add_odd(force, i, me.xyz, motion.xyz, entry, x, v, min(length - k, TEAM));
        force = next;
    }
    if (alive)
        contact_move(i, me, motion, a, force);
    else if (i < range.count)
        contact_leave_nobody(i);
}
