// The colliders of bodies that a touch woke, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/collision_shared.h"
#include "rigid/body_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 1) buffer Meet { collider_meet meet[]; };

#include "rigid/sleep_meet.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.colliders) meet_again(i);
}
