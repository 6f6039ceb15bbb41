// How fast the colliders are when the step begins, one a thread, once per window of the body arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/collision_shared.h"
#include "rigid/body_shared.h"
#include "rigid/touch_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 2) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer BodyPose { body_pose body[]; };
layout(std430, binding = 5) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 7) writeonly buffer Speed { touch_speed speed[]; };

#include "rigid/touch_speed.glsl"

void main()
{
    uint i = thread_index();
    if (i >= params.colliders) return;
    uint b = data[i].body - range.first;
    if (b < range.count) tell_speed(i, b);
}
