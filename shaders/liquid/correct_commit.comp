// Ends a part, one particle a thread: walls drag at those who touch them, what was shifted becomes velocity, and state is
// left by place for the next part.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "liquid/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Place { vec4 place[]; };       // m; w tag
layout(std430, binding = 2) readonly buffer Velocity { vec4 velocity[]; }; // m/s, when the part began, and gravity's
layout(std430, binding = 3) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 4) readonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 5) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 6) readonly buffer Shift { vec4 shift[]; }; // m
layout(std430, binding = 7) writeonly buffer Carried { vec4 carried[]; };
layout(std430, binding = 8) writeonly buffer CarriedVelocity { vec4 carried_velocity[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    bool empty = neighbour_count[i] == PARTICLE_NONE;
    uint walls = empty ? LIQUID_GONE : wall_count[i];
    if (walls == LIQUID_GONE)
    {
        carried[i] = vec4(0.0);
        return;
    }
    vec4  x       = place[i];
    vec4  v       = velocity[i];
    vec3  shifted = shift[i].xyz;
    vec3  now     = shifted;
    vec3  flight  = params.part * v.xyz;
    float drag    = params.share * of_liquid(BY_LIQUID(drag), tag_liquid(floatBitsToUint(x.w)));
    walls         = drag > 0.0 ? walls : 0u;
    for (uint k = 0u; k < walls; ++k)
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
    // A NaN has other bits on every device: it must not reach the state, where the next grid would find it.
    bool good           = exact_is_finite(x.xyz) && exact_is_finite(v.xyz);
    carried[i]          = vec4(good ? exact_flush(x.xyz) : vec3(PARTICLE_LOST), x.w);
    carried_velocity[i] = vec4(good ? exact_flush(v.xyz) : vec3(0.0), v.w);
}
