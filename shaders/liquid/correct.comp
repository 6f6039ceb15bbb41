// Moves one particle a thread as the multipliers of it and its neighbours say, then out of walls. Both sides of a pair
// compute the same numbers with opposite signs. The first pass of a part evens out motion between neighbours, too (XSPH).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "liquid/params.glsl"
#include "liquid/weight.glsl"

layout(constant_id = 1) const uint LIQUIDS = 1; // in use: 1, or more
layout(constant_id = 2) const uint FIRST = 0;   // 1: first pass of a part, nothing is shifted yet
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) buffer Place { vec4 place[]; }; // so far, m; w tag: nobody writes that
layout(std430, binding = 2) readonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 3) readonly buffer Weighed { vec4 weighed[]; }; // place, as the neighbours know it; multiplier
layout(std430, binding = 4) readonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 5) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 6) readonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 7) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 8) buffer Shift { vec4 shift[]; }; // correction so far, m; w multiplier

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE) return;
    vec4      me        = weighed[i];
    vec3      motion    = velocity[i].xyz;
    uint      number    = LIQUIDS > 1u ? tag_liquid(floatBitsToUint(place[i].w)) : params.only;
    by_liquid masses    = BY_LIQUID(mass);
    by_liquid thickness = BY_LIQUID(viscosity);
    float     mass      = of_liquid(masses, number);
    float     thick     = of_liquid(thickness, number);
    float     light     = of_liquid(BY_LIQUID(inverse_mass), number);
    float     inverse   = params.inverse_reach;
    float     nudge     = WEIGHT_NUDGE * params.reach;
    vec2      scale     = weight_scale(params.volume, inverse);

    vec3 push   = vec3(0.0);
    vec3 drawn  = vec3(0.0); // by the motion of neighbours
    uint stride = range.count;
    for (uint k = 0u, at = i; k < count; ++k, at += stride)
    {
        uint        j     = neighbour[at];
        vec4        other = weighed[j];
        weight_pair p     = weight_meet(me.xyz - other.xyz, i < j, inverse, nudge);
        push              = push + (((me.w + other.w) * weight_slope(p)) * p.apart);
        if (FIRST == 0u) continue;
        float share = weight_of(p);
        if (LIQUIDS > 1u)
        {
            uint kind = tag_liquid(floatBitsToUint(place[j].w));
            share     = share * (min(mass, of_liquid(masses, kind)) * min(thick, of_liquid(thickness, kind)));
        }
        drawn = drawn + (share * (velocity[j].xyz - motion));
    }
    push = scale.y * push;

    vec4 so_far = FIRST != 0u ? vec4(0.0) : shift[i];
    uint walls  = wall_count[i];
    walls       = walls == LIQUID_GONE ? 0u : walls;
    for (uint k = 0u; k < walls; ++k)
    {
        vec4  plane = wall[k * params.capacity + i].plane;
        float s     = exact_clamp((plane.w + exact_dot(plane.xyz, so_far.xyz)) * inverse, 0.0, 1.0);
        push        = push + ((me.w * (inverse * weight_wall_slope(s))) * plane.xyz);
    }
    vec3 now = so_far.xyz - (light * push);
    if (FIRST != 0u)
    {
        float even = (scale.x * params.part) * (params.share * (LIQUIDS > 1u ? light : thick));
        now        = now + (even * drawn);
    }
    // Half a spacing away from walls; who was nearer when the part began comes out by and by.
    float touch = 0.5 * params.spacing;
    float out_by = params.share * params.push_out;
    vec3  flight = params.part * motion;
    for (uint k = 0u; k < walls; ++k)
    {
        uint  at    = k * params.capacity + i;
        vec4  plane = wall[at].plane;
        float gap   = plane.w + exact_dot(plane.xyz, now);
        float start = plane.w - exact_dot(plane.xyz, flight - wall[at].way.xyz);
        now         = now + (max(min(touch, start + out_by) - gap, 0.0) * plane.xyz);
    }
    place[i].xyz = exact_flush(me.xyz + (now - so_far.xyz));
    shift[i]     = vec4(exact_flush(now), so_far.w + me.w);
}
