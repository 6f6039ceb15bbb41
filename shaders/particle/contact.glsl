// First motion: springs and dampers between touching particles, gravity, drag, then the step and the shapes it runs
// into. Both sides of a pair compute the same numbers with opposite signs. A kernel includes this file and adds up the
// forces of the pairs; bindings 1, 2 and 3, sorted positions, velocities and lists, are its own.
#include "particle/params.glsl"
#define GRID_TABLE 8
#include "particle/grid_table.glsl"
#include "particle/collide.glsl"

layout(constant_id = 1) const uint LAYERS = 1; // in use
layout(constant_id = 2) const uint CARRY = 0;  // 1: state by place, for the next substep; 0: by slot
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 4) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 5) readonly buffer Colliders { collider_state collider[]; };
layout(std430, binding = 6) writeonly buffer Position { vec4 position[]; }; // by slot, or by place
layout(std430, binding = 7) writeonly buffer Velocity { vec4 velocity[]; };

struct contact_spring // of a pair
{
    float stiffness; // N/m
    float push;      // N, of two in one place
    float damping;   // N s/m
};

contact_spring contact_join(float reach, float stiffness, float damping)
{
    return contact_spring(stiffness, stiffness * reach, damping);
}

// N, on the particle at place i. apart: from the one at place j to it, m; slip: how much faster that one is, m/s. The spring
// has stiffness times (reach - distance) along apart / distance: one root, and no more.
vec3 contact_force(uint i, uint j, vec3 apart, vec3 slip, contact_spring s)
{
    float squared = exact_dot(apart, apart);
    float per     = max(((0.5 * s.push) * exact_twice_rsqrt(squared)) - s.stiffness, 0.0); // N/m, of apart
    // In one place there is no direction: the lower place goes down.
    vec3 push = exact_is_short(squared) ? vec3(0.0, i < j ? -s.push : s.push, 0.0) : per * apart;
    return (s.damping * slip) + push;
}

void contact_leave_nobody(uint i)
{
    if (CARRY != 0u) position[i] = vec4(0.0);
}

void contact_move(uint i, vec4 me, vec4 motion, particle_layer a, vec3 force)
{
    uint tag = floatBitsToUint(me.w);
    vec3 v   = motion.xyz + (params.substep * (params.gravity.xyz + (motion.w * force)));
    v        = a.drag > 0.0 ? v * exact_reciprocal(1.0 + (params.substep * a.drag)) : v;
    vec3 x   = me.xyz + (params.substep * v);
    for (uint k = 0u; k < params.colliders; ++k) collide(collider[k], a, params.substep, x, v);

    // A NaN has other bits on every device: it must not reach the state, where the next grid would find it.
    bool good    = exact_is_finite(x) && exact_is_finite(v);
    uint to      = CARRY != 0u ? i : tag & PARTICLE_SLOT_MASK;
    x            = good ? exact_flush(x) : vec3(PARTICLE_LOST);
    position[to] = vec4(x, me.w);
    velocity[to] = vec4(good ? exact_flush(v) : vec3(0.0), motion.w);
    if (grid_holds(x, a.inverse_cell))
        grid_count(to, tag & PARTICLE_SLOT_MASK, x, tag_layer(tag), a.inverse_cell, params.key);
}
