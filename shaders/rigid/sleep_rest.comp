// How long bodies have rested, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 2) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 3) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 4) buffer Sleep { sleep_body body[]; };
layout(std430, binding = 5) writeonly buffer Parent { uint parent[]; };
layout(std430, binding = 6) writeonly buffer Restless { uint restless[]; };
layout(std430, binding = 7) readonly buffer Pose { body_pose pose[]; };

#include "rigid/sleep_rest.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) rest_body(i);
}
