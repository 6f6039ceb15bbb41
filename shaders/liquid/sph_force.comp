// Motion, one particle a thread: pressure and viscosity of its neighbours, gravity, the step, then the walls. Both sides
// of a pair compute the same numbers with opposite signs, whatever their masses.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "liquid/sph.glsl"

layout(constant_id = 1) const uint LIQUIDS = 1; // in use. Of one, masses cancel: all of them count as 1 here
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Weighed { vec4 weighed[]; }; // as sph_density.comp leaves them
layout(std430, binding = 2) readonly buffer Shift { vec4 shift[]; };
layout(std430, binding = 3) readonly buffer SortedVelocity { vec4 sorted_velocity[]; };
layout(std430, binding = 4) readonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 5) readonly buffer Wall { liquid_wall wall[]; };
layout(std430, binding = 6) writeonly buffer Position { vec4 position[]; }; // by place
layout(std430, binding = 7) writeonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 8) buffer State { liquid_state state; };

#include "liquid/speed.glsl"

// A particle keeps half a spacing off a wall. plane.w is the gap at the end of the part if the particle stayed; the
// surface goes `way` in it. A particle that approaches too fast loses the excess of its speed along the normal, and
// never gains any: overlap that was there is undone in place alone, and slowly. A touching particle is dragged along.
void meet(liquid_wall w, float out_by, float drag, inout vec3 move, inout vec3 v)
{
    vec3  n      = w.plane.xyz;
    float along  = exact_dot(n, w.way.xyz);
    float lacks  = ((0.5 * params.spacing) - w.plane.w) - along; // m, when the part began; below 0: room
    float least  = along + min(lacks, out_by);                   // that the particle must move along n
    float excess = least - exact_dot(n, move);
    float slow   = ((along + min(lacks, 0.0)) * params.inverse_part) - exact_dot(n, v);
    move         = excess > 0.0 ? move + (excess * n) : move;
    v            = slow > 0.0 ? v + (slow * n) : v;
    // The layer at the wall is half a spacing away, the next one three halves.
    if (!(w.plane.w + exact_dot(n, move) < params.spacing)) return;
    vec3 slip = move - w.way.xyz;
    vec3 skid = v - (params.inverse_part * w.way.xyz);
    move      = move - (drag * (slip - (exact_dot(n, slip) * n)));
    v         = v - (drag * (skid - (exact_dot(n, skid) * n)));
}

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    vec4 mine = shift[i];
    if (mine.x < 0.0)
    {
        position[i] = vec4(0.0);
        return;
    }
    vec4  me     = weighed[i];
    vec4  motion = sorted_velocity[i];
    uint  counts = uint(mine.x);
    uint  count  = counts >> 3;
    uint  stride = range.count; // read once, as the parameters: in the loop each would be a load per lane
    uint  liquid = (floatBitsToUint(mine.y) >> LIQUID_SHIFT) & LIQUID_MASK;
    bool  smoothed      = params.smoothing > 0.0;
    float inverse_reach = params.inverse_reach;
    float mass          = LIQUIDS > 1u ? mine.z : 1.0;
    float thickness     = LIQUIDS > 1u ? mine.w : params.kind[params.only].viscosity;
    float pressure      = mass * sph_pressure(me.w);

    vec3 force = vec3(0.0); // N over what is the same for all: pressure, then viscosity
    vec3 drift = vec3(0.0); // kg m/s, likewise
    float inverse_cube = (inverse_reach * inverse_reach) * inverse_reach;
    float push = (-0.5 * params.volume) * (inverse_cube * inverse_reach);
    // h^2 / (15 substep) is the kinematic viscosity that evens out all relative motion in a substep.
    float drag = (params.volume * inverse_cube) * exact_reciprocal(30.0 * params.substep);
    for (uint k = 0u, at = i; k < count; ++k, at += stride)
    {
        uint j     = neighbour[at];
        vec4 other = weighed[j];
        vec3 slip  = sorted_velocity[j].xyz - motion.xyz;
        vec3  d       = me.xyz - other.xyz;
        float squared = exact_dot(d, d);
        float inverse = exact_rsqrt(squared);
        // In one place there is no direction: the lower place goes down.
        vec3  n = exact_is_short(squared) ? vec3(0.0, i < j ? -1.0 : 1.0, 0.0) : d * inverse;
        float q = (squared * inverse) * inverse_reach;
        vec2  its = vec2(1.0, thickness);
        if (LIQUIDS > 1u) its = shift[j].zw;
        float both  = pressure + (its.x * sph_pressure(other.w));
        float press = (push * both) * sph_spiky_slope(q);
        float shear = (drag * (thickness + its.y)) * sph_viscosity_laplacian(q);
        force = force + (exact_reciprocal(me.w * other.w) * ((press * n) + (shear * slip)));
        if (smoothed)
        {
            float weight = exact_reciprocal((mass * me.w) + (its.x * other.w));
            float w      = sph_poly6((squared * inverse_reach) * inverse_reach);
            drift        = drift + (((mass * its.x) * (weight * w)) * slip);
        }
    }
    float part    = params.part;
    float inverse = LIQUIDS > 1u ? params.kind[liquid].inverse_mass : 1.0;
    float epsilon = (2.0 * params.smoothing) * (params.volume * inverse_cube);
    vec3 v    = motion.xyz + (part * (params.gravity.xyz + (inverse * force)));
    vec3 with = params.explicit_steps != 0u ? motion.xyz : v;
    vec3 move = part * (with + ((inverse * epsilon) * drift));
    float out_by = params.share * params.push_out;
    float grip   = params.share * params.kind[liquid].drag;
    uint  walls  = counts & 7u;
    for (uint k = 0u; k < walls; ++k) meet(wall[(k * params.capacity) + i], out_by, grip, move, v);

    // A NaN has other bits on every device: it must not reach the state, where the next grid would find it.
    vec3 x      = me.xyz + move;
    bool good   = exact_is_finite(x) && exact_is_finite(v);
    v           = good ? exact_flush(v) : vec3(0.0);
    position[i] = vec4(good ? exact_flush(x) : vec3(PARTICLE_LOST), mine.y);
    velocity[i] = vec4(v, motion.w);
    tell_speed(v);
}
