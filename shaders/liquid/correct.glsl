// Moves a particle by its own multiplier and its neighbours', then out of walls. Both sides of a pair compute the same
// numbers with opposite signs. The first pass of a part also evens out motion between neighbours (XSPH). The including
// kernel goes through the list, has bindings 3 and 4, and reads a particle's weighed place (w multiplier) and motion
// (m/s, when the part began, and gravity's; w J/kg): weighed_at, motion_at.
#ifndef MAS_LIQUID_CORRECT_GLSL
#define MAS_LIQUID_CORRECT_GLSL

#include "list.glsl"
#include "liquid/params.glsl"
#include "liquid/weight.glsl"

layout(constant_id = 1) const uint LIQUIDS = 1; // in use: 1, or more
layout(constant_id = 2) const uint FIRST = 0;   // 1: first pass of a part, nothing is shifted yet
layout(constant_id = 3) const uint LAST = 0;    // 1: last pass, and not the first: it ends the part
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) buffer Place { vec4 place[]; }; // so far, m; w tag
layout(std430, binding = 2) buffer Velocity { vec4 velocity[]; }; // motion
layout(std430, binding = 5) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 6) readonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 7) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 8) buffer Shift { vec4 shift[]; }; // correction so far, m; w multiplier

vec4 weighed_at(uint i);
vec4 motion_at(uint i);

#include "liquid/commit.glsl"

// Neighbours push by both multipliers, a wall by the particle's own alone: so pressure held a layer of particles to the
// wall, which a falling column left behind. A wall that had the particle's pressure would push by twice its own, but that
// makes water boil that stands. So much more than once it pushes by what is new, beyond the pressure of earlier parts. From
// 0.46 on shallow water gains energy when its lattice breaks.
const float WALL_MORE = 0.44;

struct correct_sums
{
    vec3 push;
    vec3 drawn; // by the motion of neighbours
};

struct correct_self
{
    vec4  place;  // w multiplier
    vec4  motion; // m/s; w J/kg
    float mass;   // kg
    float thick;
    float light;  // 1/kg
};

struct correct_other
{
    vec4  place;  // w multiplier
    vec3  motion; // m/s, in the first pass
    float mass;   // kg, with several liquids
    float thick;  // the same
};

correct_self correct_find(uint i)
{
    uint number = LIQUIDS > 1u ? tag_liquid(floatBitsToUint(place[i].w)) : params.only;
    return correct_self(weighed_at(i), motion_at(i), of_liquid(BY_LIQUID(mass), number),
                        of_liquid(BY_LIQUID(viscosity), number), of_liquid(BY_LIQUID(inverse_mass), number));
}

correct_other correct_fetch(uint j, by_liquid masses, by_liquid thickness)
{
    correct_other o = correct_other(weighed_at(j), vec3(0.0), 0.0, 0.0);
    if (FIRST != 0u) o.motion = motion_at(j).xyz;
    if (FIRST != 0u && LIQUIDS > 1u)
    {
        uint kind = tag_liquid(floatBitsToUint(place[j].w));
        o.mass    = of_liquid(masses, kind);
        o.thick   = of_liquid(thickness, kind);
    }
    return o;
}

correct_sums correct_add(correct_sums s, correct_self me, correct_other o, bool below, vec4 unit, float nudge)
{
    weight_pair p = weight_meet(me.place.xyz - o.place.xyz, below, unit, nudge);
    s.push        = s.push + (((me.place.w + o.place.w) * weight_slope(p.near)) * p.apart);
    if (FIRST == 0u) return s;
    float share = weight_of(p.near, p.far);
    if (LIQUIDS > 1u) share = share * (min(me.mass, o.mass) * min(me.thick, o.thick));
    s.drawn = s.drawn + (share * (o.motion - me.motion.xyz));
    return s;
}

// Place i, with what its neighbours do.
void correct_move(uint i, correct_self me, correct_sums sums)
{
    float inverse = params.inverse_reach;
    vec2  scale   = weight_scale(params.volume, inverse);
    vec3  push    = scale.y * sums.push;

    vec4 so_far = FIRST != 0u ? vec4(0.0) : shift[i];
    weight_solid solid = weight_solid(0.0, vec3(0.0));
    uint         found = wall_count[i];
    uint         walls = found == LIQUID_GONE ? 0u : found;
    for (uint k = 0u; k < walls; ++k)
    {
        vec4 plane = wall[k * params.capacity + i].plane;
        solid      = weight_behind(solid, plane.xyz, plane.w + exact_dot(plane.xyz, so_far.xyz), inverse);
    }
    float pressed = (me.motion.w * (params.part * params.part)) * me.mass;
    float held    = FIRST != 0u ? weight_pressing(pressed, solid) : 0.0;
    push          = push + ((me.place.w + (WALL_MORE * (me.place.w + held))) * solid.slope);
    vec3 now = so_far.xyz - (me.light * push);
    if (FIRST != 0u)
    {
        float even = (scale.x * params.part) * (params.share * (LIQUIDS > 1u ? me.light : me.thick));
        now        = now + (even * sums.drawn);
    }
    // Half a spacing away from walls; a particle that was nearer when the part began comes out over several parts.
    float touch = 0.5 * params.spacing;
    float out_by = params.share * params.push_out;
    vec3  flight = params.part * me.motion.xyz;
    for (uint k = 0u; k < walls; ++k)
    {
        uint  at    = k * params.capacity + i;
        vec4  plane = wall[at].plane;
        float gap   = plane.w + exact_dot(plane.xyz, now);
        float start = plane.w - exact_dot(plane.xyz, flight - wall[at].way.xyz);
        now         = now + (max(min(touch, start + out_by) - gap, 0.0) * plane.xyz);
    }
    vec3 x    = exact_flush(me.place.xyz + (now - so_far.xyz));
    vec4 done = vec4(exact_flush(now), so_far.w + me.place.w);
    if (LAST != 0u)
    {
        commit(i, vec4(x, place[i].w), me.motion, done, found);
        return;
    }
    place[i].xyz = x;
    shift[i]     = done;
}

// Place i, which has no particle.
void correct_nobody(uint i)
{
    if (LAST != 0u) commit_nobody(i);
}

#endif
