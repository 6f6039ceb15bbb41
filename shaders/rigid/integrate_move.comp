// A substep's way, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "step_shared.h"
#include "rigid/body_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 2) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 3) readonly buffer Base { body_base base[]; };
layout(std430, binding = 4) buffer Pose { body_pose pose[]; };
layout(std430, binding = 5) buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) buffer Speed { body_speed speed[]; };

#include "rigid/integrate_move.glsl"

void arrive(uint i, inout vec3 v, inout vec3 w)
{
}

void main()
{
    uint i = thread_index();
    if (i < range.count) move(i);
}
