// A mesh placed by an instance's position and rotation.
#include "instance.glsl"

layout(location = 0) in uint listed_slot;
layout(location = 1) in vec3 mesh_position;

vec3 place(uint slot, vec4 rotation)
{
    return instance_position(slot) + rotate(rotation, mesh_position * item.scale.xyz);
}

uint this_slot()
{
    return (item.flags & ITEM_SLOTS) != 0u ? listed_slot : uint(gl_InstanceIndex);
}
