// Motion of grains, one particle a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "particle/contact.glsl"

layout(std430, binding = 1) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 2) readonly buffer SortedVelocity { vec4 sorted_velocity[]; };
layout(std430, binding = 3) readonly buffer Neighbour { uint neighbour[]; };

void main()
{
    uint local = thread_index();
    uint i     = range.first + local;
    if (local >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE)
    {
        contact_leave_nobody(i);
        return;
    }
    vec4           me     = sorted_position[i];
    vec4           motion = sorted_velocity[i];
    particle_layer a      = layer_of(tag_layer(floatBitsToUint(me.w)));

    vec3 force  = vec3(0.0); // N
    uint stride = range.count; // read once: in the loop it would be a load per lane
    for (uint k = 0u, at = local; k < count; ++k, at += stride)
    {
        uint j  = neighbour[at];
        vec4 xj = sorted_position[j];
        vec3 vj = sorted_velocity[j].xyz;
        contact_spring s = contact_join(a.radius + a.radius, a.stiffness, a.damping);
        if (LAYERS > 1u)
        {
            particle_layer b = layer_of(tag_layer(floatBitsToUint(xj.w)));
            // The softer one decides: a light particle could not bear the spring of a heavy one.
            s = contact_join(a.radius + b.radius, min(a.stiffness, b.stiffness), min(a.damping, b.damping));
        }
        force = force + contact_force(i, j, me.xyz - xj.xyz, vj - motion.xyz, s);
    }
    contact_move(i, me, motion, a, force);
}
