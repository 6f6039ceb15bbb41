// The rows of one joint a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "step_shared.h"
#include "rigid/body_shared.h"
#include "rigid/joint_shared.h"

layout(push_constant) uniform Push { joint_push push; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) readonly buffer Data { joint_data joint[]; };
layout(std430, binding = 3) buffer Impulse { joint_impulse impulse[]; };
layout(std430, binding = 4) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 5) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 6) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 7) readonly buffer Speed { body_speed speed[]; };
layout(std430, binding = 8) writeonly buffer Rows { joint_rows rows[]; };

#include "rigid/joint_prep.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.range.count) prep_joint(i, push.place != 0u, push.share);
}
