#version 450
#extension GL_GOOGLE_include_directive : require
// A sphere seen along parallel rays, for the sun and sky maps.
#include "instance.glsl"

layout(location = 0) in uint listed_slot;
layout(location = 0) out vec2 disc;
layout(location = 1) flat out vec2 depth; // of the centre; of one radius

void main()
{
    uint slot   = (item.flags & ITEM_SLOTS) != 0u ? listed_slot : uint(gl_InstanceIndex);
    gl_Position = NOWHERE;
    if (!instance_is_drawn(slot)) return;
    // Spray keeps back little light; all but liquids have a density of 1.
    float wide  = mix(0.4, 1.0, smoothstep(0.38, 0.6, instance_density(slot)));
    vec3 reach  = wide * item.scale.w * frame.map_scale[item.map].xyz;
    vec4 centre = frame.map_clip[item.map] * vec4(instance_position(slot), 1.0);
    disc        = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    depth       = vec2(centre.z, reach.z);
    gl_Position = vec4(centre.xy + disc * reach.xy, clamp(centre.z, 0.0, 1.0), 1.0);
}
