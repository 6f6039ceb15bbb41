// How near particles and walls weigh in a density, and which way it falls. The kernel is Wendland's C2 in three
// dimensions, W(q) = 21 / (2 pi reach^3) (1 - q)^4 (1 + 4 q), q the distance in reaches, 0 from 1 on; its slope along
// x_i - x_j is -210 / (pi reach^5) (1 - q)^3 (x_i - x_j): no division, and no direction where two are in one place.
#ifndef MAS_LIQUID_WEIGHT_GLSL
#define MAS_LIQUID_WEIGHT_GLSL

#include "exact.glsl"

const float WEIGHT_AT_0  = 13.369015; // 42 / pi: 1 + 4 q is 4 (1/4 + q)
const float WEIGHT_SLOPE = 66.845076; // 210 / pi
// Distances are counted in 256ths of a reach. 256 - q is then 0 or at least 2^-16, its cube squared at least 2^-96: no
// term of a pair is denormal for reaches from 2^-14 m on, though nothing is flushed.
const float WEIGHT_UNITS = 256.0;
const float WEIGHT_SELF  = 274877906944.0; // W at 0, without its factor: 2^38
// Of a reach: as far as two in one place are taken to be apart, the lower place below.
const float WEIGHT_NUDGE = 0.03125;

// Of a particle of this volume: factor of W, and of the slope.
vec2 weight_scale(float volume, float inverse_reach)
{
    float unit  = 0.00390625 * inverse_reach; // of WEIGHT_UNITS: what is left is 2^-16 for W
    float cubed = (unit * unit) * unit;
    return vec2((volume * (0.0000152587890625 * WEIGHT_AT_0)) * cubed,
                (volume * WEIGHT_SLOPE) * (cubed * (inverse_reach * inverse_reach)));
}

#define REAL float
#include "liquid/weight_terms.glsl"
#undef REAL
#define REAL vec4
#include "liquid/weight_terms.glsl"
#undef REAL

vec4 weight_unit(float inverse_reach) // in which exact_rough_sqrt gives distances
{
    return exact_rough_terms(WEIGHT_UNITS * inverse_reach);
}

struct weight_pair
{
    vec3  apart;   // m, from the neighbour to the particle
    float squared; // of apart
    float far;     // in 256ths of a reach
    float near;    // 256 - far, or 0 out of reach
};

// The same bits on both sides, but for the sign of apart. unit: weight_unit.
weight_pair weight_meet(vec3 apart, bool below, vec4 unit, float nudge)
{
    float squared = exact_dot(apart, apart);
    bool  same    = exact_is_short(squared);
    apart.y       = same ? (below ? -nudge : nudge) : apart.y;
    squared       = same ? nudge * nudge : squared;
    float far     = abs(exact_rough_sqrt(squared, unit)); // infinity, too, is out of reach
    return weight_pair(apart, squared, far, weight_near(far));
}

// What a half space s reaches away adds to a density, 0 <= s <= 1: the integral of W over it.
float weight_wall(float s)
{
    float squared = s * s;
    float inner   = -10.5 + (s * (14.0 + (s * (-7.5 + (s * 1.5)))));
    return 0.5 + (s * (-1.5 + (squared * (3.5 + (squared * inner)))));
}

float weight_wall_slope(float s) // how fast that falls, per reach
{
    float squared = s * s;
    float inner   = 52.5 + (s * (-84.0 + (s * (52.5 - (s * 12.0)))));
    return 1.5 + (squared * (-10.5 + (squared * inner)));
}

// A lattice of particles ends half a spacing before a wall, and the layers that are missing there weigh less than the half
// space does, for each of the two layers that feel it. Taken farther away, by a factor and a shift in reaches, it weighs
// the same for both (a reach being LIQUID_REACH spacings). Whatever is left over bursts as speed in short steps.
const float WEIGHT_WALL_STRETCH = 1.1921954;
const float WEIGHT_WALL_SHIFT   = 0.0132532;

struct weight_solid // what walls add to a density together
{
    float share;
    vec3  slope; // how fast it falls, 1/m, away from them
};

// In an edge or a corner half spaces overlap: each takes its share of what the others leave free.
weight_solid weight_behind(weight_solid others, vec3 n, float gap, float inverse_reach)
{
    float per   = WEIGHT_WALL_STRETCH * inverse_reach;
    float s     = exact_clamp((gap * per) - WEIGHT_WALL_SHIFT, 0.0, 1.0);
    float share = weight_wall(s), free = 1.0 - others.share;
    vec3  slope = (free * (per * weight_wall_slope(s))) * n;
    return weight_solid(others.share + (free * share), ((1.0 - share) * others.slope) + slope);
}

// A multiplier acts on neighbours, and where walls are it has fewer: of the moment of the kernel's slope, which is how a
// multiplier becomes a force through an area, a half space takes as large a share as of its weight. So beside walls it
// takes a larger multiplier to hold the same pressure.
float weight_pressing(float pressure, weight_solid solid)
{
    return pressure * exact_reciprocal(1.0 - solid.share);
}

float weight_pressure(float multiplier, weight_solid solid)
{
    return multiplier * (1.0 - solid.share);
}

#endif
