// A substep's forces, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "step_shared.h"
#include "rigid/body_shared.h"
#include "rigid/integrate_shared.h"

layout(push_constant) uniform Push { integrate_pushes push; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 2) readonly buffer Load { body_load load[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 5) buffer Pose { body_pose pose[]; };
layout(std430, binding = 6) buffer Motion { body_motion motion[]; };
layout(std430, binding = 7) buffer Speed { body_speed speed[]; };
layout(std430, binding = 8) buffer Base { body_base base[]; };

#include "rigid/integrate_push.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.range.count) push_body(i, push.begins != 0u);
}
