// The beginning of a small world's step, one collider a thread: its pose, its bounds, its speed. The first thread also
// finds out whether any body is awake.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "rigid/body_shared.h"
#include "rigid/whole_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 1) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 2) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer BodyPose { body_pose body[]; };
layout(std430, binding = 5) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) buffer Pose { collider_pose pose[]; };
layout(std430, binding = 7) writeonly buffer Box { collider_box box[]; };
layout(std430, binding = 8) writeonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 9) writeonly buffer Speed { touch_speed speed[]; };
layout(std430, binding = 10) buffer State { sleep_state state; };
layout(std430, binding = 11) writeonly buffer Lists { sleep_header lists[SLEEP_LISTS]; };

#include "collision/bounds.glsl"
#include "rigid/touch_speed.glsl"
#include "rigid/sleep_begin.glsl"

void main()
{
    uint i = thread_index();
    if (i == 0u && (push.flags & WHOLE_BEGINS) != 0u)
        lists[SLEEP_BODIES].list.count = begin_step(false) ? push.bodies : 0u;
    if (i >= params.colliders) return;
    uint slot = data[i].body;
    if (slot >= max(push.bodies, 1u)) return; // free slots name body 0
    bound_collider(i, slot, slot);
    tell_speed(i, slot);
}
