#version 450
#extension GL_GOOGLE_include_directive : require
#include "mesh.glsl"

void main()
{
    uint slot   = this_slot();
    gl_Position = NOWHERE;
    if (!instance_is_drawn(slot)) return;
    gl_Position = frame.map_clip[item.map] * vec4(place(slot, instance_rotation(slot)), 1.0);
}
