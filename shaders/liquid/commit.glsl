// Ends a part for a particle: walls that it touches drag at it, its shift becomes velocity, and state is stored by
// place for the next part. The particle's pressure is stored too. It follows the multipliers slowly (GAIN) and is reset
// when nothing presses on the particle. Expects the buffers place, velocity and wall.
#ifndef MAS_LIQUID_COMMIT_GLSL
#define MAS_LIQUID_COMMIT_GLSL

#include "liquid/params.glsl"
#include "liquid/weight.glsl"

// Share of the difference that pressure follows a part. A column of n layers is calm below 6.9 / n^2.
const float GAIN = 0.002;
// Of (spacing / part)^2: more pressure than this would have particles overshoot each other.
const float MOST = 0.136;

void commit_nobody(uint i)
{
    place[i] = vec4(0.0);
}

// x: place, w tag; v: as the part began, and gravity's; done: the whole shift, w multiplier; walls: LIQUID_GONE: a drain
// has taken it.
void commit(uint i, vec4 x, vec4 v, vec4 done, uint walls)
{
    if (walls == LIQUID_GONE)
    {
        commit_nobody(i);
        return;
    }
    vec3  shifted = done.xyz;
    vec3  now     = shifted;
    uint  number  = tag_liquid(floatBitsToUint(x.w));
    vec3  flight  = params.part * v.xyz;
    float drag    = params.share * of_liquid(BY_LIQUID(drag), number);
    uint  draggers = drag > 0.0 ? walls : 0u;
    for (uint k = 0u; k < draggers; ++k)
    {
        uint at    = k * params.capacity + i;
        vec4 plane = wall[at].plane;
        vec3 slip  = (flight + now) - wall[at].way.xyz;
        vec3 along = slip - (exact_dot(slip, plane.xyz) * plane.xyz);
        // The layer at the wall is half a spacing away, the next one three halves.
        bool touches = plane.w + exact_dot(plane.xyz, now) < params.spacing;
        now          = now - ((touches ? drag : 0.0) * along);
    }
    x.xyz = x.xyz + (now - shifted);
    v.xyz = v.xyz + (now * params.inverse_part);

    weight_solid solid = weight_solid(0.0, vec3(0.0));
    for (uint k = 0u; k < walls; ++k)
    {
        vec4 plane = wall[k * params.capacity + i].plane;
        solid      = weight_behind(solid, plane.xyz, plane.w + exact_dot(plane.xyz, now), params.inverse_reach);
    }
    float rate  = params.inverse_part * params.inverse_part;
    float felt  = -((weight_pressure(done.w, solid) * of_liquid(BY_LIQUID(inverse_mass), number)) * rate); // J/kg
    float held  = min(v.w + (GAIN * (felt - v.w)), (MOST * (params.spacing * params.spacing)) * rate);
    held        = felt > 0.0 ? held : 0.0;
    // A NaN has other bits on every device: it must not reach the state, where the next grid would find it.
    bool good   = exact_is_finite(x.xyz) && exact_is_finite(v.xyz) && exact_is_finite(vec3(held));
    place[i]    = vec4(good ? exact_flush(x.xyz) : vec3(PARTICLE_LOST), x.w);
    velocity[i] = good ? vec4(exact_flush(v.xyz), exact_flush(held)) : vec4(0.0);
}

#endif
