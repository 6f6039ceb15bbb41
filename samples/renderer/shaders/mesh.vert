#version 450
#extension GL_GOOGLE_include_directive : require
#include "mesh.glsl"
#include "colour.glsl"

layout(location = 2) in vec3 mesh_normal;
layout(location = 0) out vec3 normal;
layout(location = 1) flat out vec3 colour;

void main()
{
    uint slot   = this_slot();
    gl_Position = NOWHERE;
    if (!instance_is_drawn(slot)) return;
    vec4 rotation = instance_rotation(slot);
    normal        = rotate(rotation, mesh_normal / item.scale.xyz);
    colour        = instance_colour(slot);
    gl_Position   = frame.clip * vec4(place(slot, rotation), 1.0);
}
