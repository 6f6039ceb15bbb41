#version 450
#extension GL_GOOGLE_include_directive : require
// A sphere as a quad that faces the eye: four corners per instance, exactly around the outline in perspective.
#include "instance.glsl"
#include "colour.glsl"

layout(location = 0) in uint listed_slot;
layout(location = 0) out vec3 ray;              // from the eye to the quad, m
layout(location = 1) out vec2 disc;             // outline at length 1
layout(location = 2) flat out vec4 sphere;      // centre relative to the eye, radius
layout(location = 3) flat out vec4 colour_rim;  // albedo; w radius of the outline in the quad

void main()
{
    uint slot     = (item.flags & ITEM_SLOTS) != 0u ? listed_slot : uint(gl_InstanceIndex);
    vec3 centre   = instance_position(slot) - frame.eye.xyz;
    float radius  = item.scale.w;
    float squared = dot(centre, centre);
    gl_Position   = NOWHERE;
    // The near plane of an eye inside the sphere would cut a hole: leave such a sphere out.
    if (!instance_is_drawn(slot) || squared < radius * radius * 1.02 || dot(centre, frame.forward.xyz) < -radius) return;

    float distance = sqrt(squared);
    float rim      = radius * distance * inversesqrt(squared - radius * radius);
    vec3 x         = normalize(cross(frame.up.xyz, centre));
    vec3 y         = cross(x, centre) / distance;
    disc           = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    ray            = centre + rim * (disc.x * x + disc.y * y);
    sphere         = vec4(centre, radius);
    colour_rim     = vec4(instance_colour(slot), rim);
    gl_Position    = frame.clip * vec4(ray + frame.eye.xyz, 1.0);
    // All of the quad gets the depth of the sphere's nearest point, so that hidden ones can be dropped before they are
    // shaded: the shader only moves away from the eye (depth_less).
    float nearest = max(dot(centre, frame.forward.xyz) - radius, frame.eye.w);
    gl_Position.z = gl_Position.w * (frame.eye.w / nearest);
}
