#version 450
#extension GL_GOOGLE_include_directive : require
#include "instance.glsl"
#include "colour.glsl"
#include "sphere_quad.glsl"

layout(location = 0) in uint listed_slot;
layout(location = 0) out vec3 ray;              // from the eye to the quad, m
layout(location = 1) out vec2 disc;             // outline at length 1
layout(location = 2) flat out vec4 sphere;      // centre relative to the eye, radius
layout(location = 3) flat out vec4 colour_rim;  // albedo; w radius of the outline in the quad

void main()
{
    uint slot    = (item.flags & ITEM_SLOTS) != 0u ? listed_slot : uint(gl_InstanceIndex);
    vec3 centre  = instance_position(slot) - frame.eye.xyz;
    float radius = item.scale.w;
    gl_Position  = NOWHERE;
    if (!instance_is_drawn(slot) || !sphere_is_before(centre, radius)) return;
    sphere_corner corner = place_corner(centre, radius);
    ray        = corner.ray;
    disc       = corner.disc;
    sphere     = vec4(centre, radius);
    colour_rim = vec4(instance_colour(slot), corner.rim);
}
