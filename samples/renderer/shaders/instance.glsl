// One instance of an item: fetched from the simulation's own arrays, four of them so that any device can bind them.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(push_constant) uniform Push { item_push item; };
layout(std430, set = 1, binding = 0) readonly buffer Position { vec4 position_of[]; };
layout(std430, set = 1, binding = 1) readonly buffer Rotation { vec4 rotation_of[]; };
layout(std430, set = 1, binding = 1) readonly buffer Density { float density_of[]; }; // liquids have no rotation
layout(std430, set = 1, binding = 2) readonly buffer Velocity { vec4 velocity_of[]; };
layout(std430, set = 1, binding = 3) readonly buffer Tag { uint tag_of[]; };

const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0); // outside of every clip volume: what is dead is not drawn

uint instance_tag(uint slot)
{
    return (item.flags & ITEM_TAG) != 0u ? tag_of[item.tag_first + slot * item.tag_stride] : item.tag_value;
}

bool instance_is_drawn(uint slot)
{
    return (instance_tag(slot) & item.tag_mask) == item.tag_value;
}

vec3 instance_position(uint slot)
{
    return position_of[item.position_first + slot * item.position_stride].xyz;
}

vec3 instance_velocity(uint slot)
{
    if ((item.flags & ITEM_VELOCITY) == 0u) return vec3(0.0);
    return velocity_of[item.velocity_first + slot * item.velocity_stride].xyz;
}

float instance_density(uint slot)
{
    return (item.flags & ITEM_DENSITY) != 0u ? density_of[item.rotation_first + slot * item.rotation_stride] : 1.0;
}

vec4 instance_rotation(uint slot)
{
    if ((item.flags & ITEM_ROTATION) == 0u) return vec4(0.0, 0.0, 0.0, 1.0);
    return rotation_of[item.rotation_first + slot * item.rotation_stride];
}

vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
