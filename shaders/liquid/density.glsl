// Density of a particle, 1 at rest, and how much its multiplier must change to bring it down to that. A density below 1
// asks for nothing: liquids push, and never pull. The first pass begins with the pressure that earlier parts have left
// (commit.glsl), so that a liquid at rest is held without being too dense. The including kernel goes through the list
// and has bindings 1 and 2: places so far, and lists.
#ifndef MAS_LIQUID_DENSITY_GLSL
#define MAS_LIQUID_DENSITY_GLSL

#include "list.glsl"
#include "liquid/params.glsl"
#include "liquid/weight.glsl"

layout(constant_id = 1) const uint LIQUIDS = 1; // in use: 1, or more
layout(constant_id = 2) const uint FIRST = 0;   // 1: first pass of a part, nothing is shifted yet
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 3) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 4) readonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 5) readonly buffer WallCount { uint wall_count[]; };
// First pass: velocity; w pressure over density, J/kg. Then: correction so far, m; w multiplier.
layout(std430, binding = 6) readonly buffer Before { vec4 before[]; };
layout(std430, binding = 7) writeonly buffer Weighed { vec4 weighed[]; };
layout(std430, binding = 8) writeonly buffer Packed { float packed[]; };

// Of 1/kg reach^-2: below that a multiplier grows no further. A quarter of the slope of a particle at rest; where it is
// less, in a clump, a correction would throw it far out.
const float LEAST_SLOPE = 0.4;
// Of kg spacing^2, in a part as long as the substep; in a shorter one its share of that: more a pass adds to no
// multiplier, unless the deepest need more to be held. What is put into a place that is taken comes out of it by and by,
// however many parts there are, and is not thrown: of five jets that fall back onto their nozzles the middle one is thrown
// 1.3 times as high as its speed carries it, with twice as much 1.6 times; without the share, 1.8. With less than what the
// deepest carry, a column that has no pressure yet sinks.
const float MOST_STEP = 0.05;

struct density_sums
{
    float weights;
    float squares;
    vec3  apart;
};

density_sums density_none()
{
    return density_sums(WEIGHT_SELF, 0.0, vec3(0.0));
}

// own: the neighbour's inverse mass, 1/kg, with several liquids; one has it taken out of the sum.
density_sums density_add(density_sums s, weight_pair p, float own)
{
    float slope  = weight_slope(p.near);
    float square = (slope * slope) * p.squared;
    s.weights    = s.weights + weight_of(p.near, p.far);
    s.apart      = s.apart + (slope * p.apart);
    s.squares    = s.squares + (LIQUIDS > 1u ? own * square : square);
    return s;
}

// Place i, which is at me, with what its neighbours add.
void density_weigh(uint i, vec3 me, uint number, float mass, density_sums sums)
{
    float inverse = params.inverse_reach;
    vec2  scale   = weight_scale(params.volume, inverse);
    float density = scale.x * sums.weights;
    vec3  apart   = scale.y * sums.apart;

    vec4  last    = before[i];
    vec3  shifted = FIRST != 0u ? vec3(0.0) : last.xyz;

    weight_solid solid = weight_solid(0.0, vec3(0.0));
    uint         walls = wall_count[i];
    walls              = walls == LIQUID_GONE ? 0u : walls;
    for (uint k = 0u; k < walls; ++k)
    {
        vec4 plane = wall[k * params.capacity + i].plane;
        solid      = weight_behind(solid, plane.xyz, plane.w + exact_dot(plane.xyz, shifted), inverse);
    }
    float pressed = (last.w * (params.part * params.part)) * of_liquid(BY_LIQUID(mass), number);
    float held    = FIRST != 0u ? -weight_pressing(pressed, solid) : last.w;

    density     = density + solid.share;
    apart       = apart + solid.slope;
    float squares = LIQUIDS > 1u ? sums.squares : mass * sums.squares;
    float slope = (mass * exact_dot(apart, apart)) + ((scale.y * scale.y) * squares);
    slope       = max(slope, (mass * LEAST_SLOPE) * (inverse * inverse));
    float loose = (MOST_STEP * params.share) * (params.spacing * params.spacing);
    float load  = params.gravity.w * (params.part * params.part);
    float most  = max(loose, load) * of_liquid(BY_LIQUID(mass), number);
    float down  = min((params.relaxation * (density - 1.0)) * exact_reciprocal(slope), most);
    float next  = min(held - down, 0.0);
    weighed[i]  = vec4(me, FIRST != 0u ? next : next - held);
    packed[i]   = density;
}

#endif
