// How many particles of each liquid are inside each sensor, one slot a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "liquid/liquid_shared.h"
#include "particle/collider_shared.h"

layout(constant_id = 1) const uint HULLS = 1; // 0: the world has none
layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { liquid_params params; };
layout(std430, binding = 1) readonly buffer Position { vec4 position[]; };
layout(std430, binding = 2) readonly buffer Colliders { collider_state collider[]; };
layout(std430, binding = 3) readonly buffer Hulls { hull_data hull[]; };
layout(std430, binding = 4) buffer SensorCount { uint sensor_count[]; }; // [collider * LIQUID_MAX + liquid]

#include "liquid/wall.glsl"

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    vec4 me  = position[i];
    uint tag = floatBitsToUint(me.w);
    if (tag == 0u) return;
    uint colliders = params.colliders, liquid = (tag >> LIQUID_SHIFT) & LIQUID_MASK;
    for (uint c = 0u; c < colliders; ++c)
    {
        uint kind = collider[c].kind;
        if ((kind & COLLIDER_SENSOR) == 0u) continue;
        vec4 at    = collider[c].position;
        vec3 apart = me.xyz - at.xyz;
        if (exact_dot(apart, apart) > at.w * at.w) continue;
        vec3 size  = collider[c].size.xyz;
        vec3 local = exact_flush(quaternion_rotate_inverse(collider[c].rotation, apart));
        float own  = solid_wall(kind & COLLIDER_KIND_MASK, size, collider[c].hull, 0.0, local, local).w;
        own        = (kind & COLLIDER_HOLLOW) != 0u ? -own : own;
        if (own < 0.0) atomicAdd(sensor_count[c * LIQUID_MAX + liquid], 1u);
    }
}
