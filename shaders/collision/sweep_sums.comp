// Sums of all centres, and of their products, in whole steps: integers, so that their order does not matter. One
// collider a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/sweep.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) readonly buffer Bounds { sweep_bounds bounds; };
layout(std430, binding = 3) buffer Sums { int sums[]; }; // sweep_sums

shared int part[SWEEP_SUMS]; // of the group

void add(uint at, int value)
{
    atomicAdd(part[at], value);
}

void add_product(uint at, int value)
{
    add(4u + at, value >> SWEEP_LOW_BITS);
    add(4u + SWEEP_PRODUCTS + at, value & ((1 << SWEEP_LOW_BITS) - 1));
}

void add_centre(vec3 centre)
{
    vec3 lowest, highest;
    for (uint k = 0u; k < 3u; ++k)
    {
        lowest[k]  = sweep_plain(~bounds.lowest[k]);
        highest[k] = sweep_plain(bounds.highest[k]);
    }
    vec3  edge    = highest - lowest;
    float longest = exact_flush(max(max(edge.x, edge.y), edge.z));
    float scale   = longest > 0.0 ? exact_divide(float(SWEEP_STEPS), longest) : 0.0;
    vec3  steps   = floor(exact_flush(centre - lowest) * scale);
    ivec3 d       = ivec3(exact_clamp(steps, vec3(0.0), vec3(float(SWEEP_STEPS - 1)))) - SWEEP_STEPS / 2;
    add(0u, 1);
    for (uint k = 0u; k < 3u; ++k)
    {
        add(1u + k, d[k]);
        add_product(k, d[k] * d[k]);
    }
    add_product(3u, d.y * d.z);
    add_product(4u, d.z * d.x);
    add_product(5u, d.x * d.y);
}

void main()
{
    uint i = thread_index(), lane = gl_LocalInvocationID.x;
    if (lane < SWEEP_SUMS) part[lane] = 0;
    barrier();
    if (i < range.count && is_bounded(box[i], meet[i])) add_centre(sweep_centre(box[i]));
    barrier();
    if (lane < SWEEP_SUMS) atomicAdd(sums[lane], part[lane]);
}
