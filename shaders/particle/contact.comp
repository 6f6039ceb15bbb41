// First motion, one particle a thread: springs and dampers between touching particles, gravity, drag, then the step and
// the shapes it runs into. Both sides of a pair compute the same numbers with opposite signs.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "particle/params.glsl"
#define GRID_TABLE 8
#include "particle/grid_table.glsl"
#include "particle/collide.glsl"

layout(constant_id = 1) const uint LAYERS = 1; // in use
layout(constant_id = 2) const uint CARRY = 0;  // 1: state by place and counted, for the next substep; 0: by slot
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 2) readonly buffer SortedVelocity { vec4 sorted_velocity[]; };
layout(std430, binding = 3) readonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 4) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 5) readonly buffer Colliders { collider_state collider[]; };
layout(std430, binding = 6) writeonly buffer Position { vec4 position[]; }; // by slot, or by place
layout(std430, binding = 7) writeonly buffer Velocity { vec4 velocity[]; };

void main()
{
    uint local = thread_index();
    uint i     = range.first + local;
    if (local >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE)
    {
        if (CARRY != 0u) position[i] = vec4(0.0);
        return;
    }
    vec4 me         = sorted_position[i];
    vec4 motion     = sorted_velocity[i];
    uint tag        = floatBitsToUint(me.w);
    particle_layer a = layer_of(tag_layer(tag));

    vec3 force = vec3(0.0); // N
    uint stride = range.count; // read once: in the loop it would be a load per lane
    for (uint k = 0u, at = local; k < count; ++k, at += stride)
    {
        uint j  = neighbour[at];
        vec4 xj = sorted_position[j];
        vec3 vj = sorted_velocity[j].xyz;
        vec3  d       = xj.xyz - me.xyz;
        float squared = exact_dot(d, d);
        float inverse = exact_rsqrt(squared);
        // In one place there is no direction: the lower place goes down.
        vec3  n       = exact_is_short(squared) ? vec3(0.0, i < j ? 1.0 : -1.0, 0.0) : d * inverse;
        float reach = a.radius + a.radius, spring = a.stiffness, damper = a.damping;
        if (LAYERS > 1u)
        {
            particle_layer b = layer_of(tag_layer(floatBitsToUint(xj.w)));
            reach = a.radius + b.radius;
            // The softer one decides: a light particle could not bear the spring of a heavy one.
            spring = min(a.stiffness, b.stiffness);
            damper = min(a.damping, b.damping);
        }
        float overlap = reach - (squared * inverse);
        force         = force + ((damper * (vj - motion.xyz)) - (n * (spring * overlap)));
    }
    vec3 v = motion.xyz + (params.substep * (params.gravity.xyz + (motion.w * force)));
    v      = a.drag > 0.0 ? v * exact_reciprocal(1.0 + (params.substep * a.drag)) : v;
    vec3 x = me.xyz + (params.substep * v);
    for (uint k = 0u; k < params.colliders; ++k) collide(collider[k], a, params.substep, x, v);

    // A NaN has other bits on every device: it must not reach the state, where the next grid would find it.
    bool good      = exact_is_finite(x) && exact_is_finite(v);
    uint to        = CARRY != 0u ? i : tag & PARTICLE_SLOT_MASK;
    x              = good ? exact_flush(x) : vec3(PARTICLE_LOST);
    position[to]   = vec4(x, me.w);
    velocity[to]   = vec4(good ? exact_flush(v) : vec3(0.0), motion.w);
    if (CARRY != 0u) table[rank_at(i)] = grid_count(x, tag_layer(tag), a.inverse_cell);
}
