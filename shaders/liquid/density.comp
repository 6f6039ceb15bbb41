// Density of one particle a thread, 1 at rest, and how much its multiplier must change to bring it down to that. A
// density below 1 asks for nothing: liquids push, and never pull.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "liquid/params.glsl"
#include "liquid/weight.glsl"

layout(constant_id = 1) const uint LIQUIDS = 1; // in use: 1, or more
layout(constant_id = 2) const uint FIRST = 0;   // 1: first pass of a part, nothing is shifted yet
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Place { vec4 place[]; }; // so far, m; w tag
layout(std430, binding = 2) readonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 3) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 4) readonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 5) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 6) readonly buffer Shift { vec4 shift[]; }; // correction so far, m; w multiplier
layout(std430, binding = 7) writeonly buffer Weighed { vec4 weighed[]; };
layout(std430, binding = 8) writeonly buffer Packed { float packed[]; };

// Of 1/kg reach^-2: below that a multiplier grows no further. A quarter of the slope of a particle at rest; where it is
// less, in a clump, a correction would throw it far out.
const float LEAST_SLOPE = 0.4;

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE) return;
    vec4      me      = place[i];
    by_liquid masses  = BY_LIQUID(inverse_mass); // 1/kg
    uint      number  = LIQUIDS > 1u ? tag_liquid(floatBitsToUint(me.w)) : params.only;
    float     mass    = of_liquid(masses, number);
    float     inverse = params.inverse_reach;
    float     nudge   = WEIGHT_NUDGE * params.reach;
    vec2      scale   = weight_scale(params.volume, inverse);

    float weights = 1.0; // its own
    float squares = 0.0;
    vec3  apart   = vec3(0.0);
    uint  stride  = range.count;
    for (uint k = 0u, at = i; k < count; ++k, at += stride)
    {
        uint        j     = neighbour[at];
        vec4        other = place[j];
        weight_pair p     = weight_meet(me.xyz - other.xyz, i < j, inverse, nudge);
        float       slope = weight_slope(p);
        float       own   = LIQUIDS > 1u ? of_liquid(masses, tag_liquid(floatBitsToUint(other.w))) : mass;
        weights           = weights + weight_of(p);
        apart             = apart + (slope * p.apart);
        squares           = squares + (own * ((slope * slope) * p.squared));
    }
    float density = scale.x * weights;
    apart         = scale.y * apart;

    vec4 so_far = FIRST != 0u ? vec4(0.0) : shift[i];
    uint walls  = wall_count[i];
    walls       = walls == LIQUID_GONE ? 0u : walls;
    for (uint k = 0u; k < walls; ++k)
    {
        vec4  plane = wall[k * params.capacity + i].plane;
        float s     = exact_clamp((plane.w + exact_dot(plane.xyz, so_far.xyz)) * inverse, 0.0, 1.0);
        density     = density + weight_wall(s);
        apart       = apart + ((inverse * weight_wall_slope(s)) * plane.xyz);
    }
    float slope = (mass * exact_dot(apart, apart)) + ((scale.y * scale.y) * squares);
    slope       = max(slope, (mass * LEAST_SLOPE) * (inverse * inverse));
    float next  = min(so_far.w - ((params.relaxation * (density - 1.0)) * exact_reciprocal(slope)), 0.0);
    weighed[i]  = vec4(me.xyz, next - so_far.w);
    packed[i]   = density;
}
