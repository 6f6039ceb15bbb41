// Islands fall asleep, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer Root { uint root[]; };
layout(std430, binding = 2) readonly buffer Restless { uint restless[]; };
layout(std430, binding = 3) buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) writeonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 5) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep_fall.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) fall_asleep(i);
}
