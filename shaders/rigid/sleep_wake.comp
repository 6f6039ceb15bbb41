// Wakes the members of marked islands, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) buffer Trait { body_trait trait[]; };
layout(std430, binding = 2) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep_wake.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) wake_body(i, (push.flags & SLEEP_WAKE_ALL) != 0u);
}
