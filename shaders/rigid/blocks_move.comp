// A substep's way, one body a thread, after the copies of each body have been brought together.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "step_shared.h"
#include "rigid/body_shared.h"
#include "rigid/blocks_shared.h"

layout(push_constant) uniform Push { blocks_move push; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 2) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 3) readonly buffer Base { body_base base[]; };
layout(std430, binding = 4) buffer Pose { body_pose pose[]; };
layout(std430, binding = 5) buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) buffer Speed { body_speed speed[]; };

#include "rigid/integrate_move.glsl"
#include "rigid/blocks_gather.glsl"

void arrive(uint i, inout vec3 v, inout vec3 w)
{
    gather(push.range.first + i, push.lone_part, v, w);
}

void main()
{
    uint i = thread_index();
    if (i < push.range.count) move(i);
}
