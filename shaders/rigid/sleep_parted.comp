// Wakes bodies whose joint was destroyed or changed. One joint a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/joint_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) readonly buffer Joint { joint_data joint[]; };
layout(std430, binding = 1) buffer Tie { sleep_tie tie[]; };
layout(std430, binding = 2) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep.glsl"

void wake(uint slot)
{
    if (slot >= push.bodies || body[slot].island == 0u) return;
    atomicOr(body[island_of(slot, body[slot].island)].mark, 1u);
}

void main()
{
    uint i = thread_index();
    if (i >= push.joints) return;
    sleep_tie was = tie[i], now = sleep_tie(joint[i].a, joint[i].b, joint[i].life, joint[i].stamp);
    if (was == now) return;
    tie[i] = now;
    if (was.life != 0u)
    {
        wake(was.a);
        wake(was.b);
    }
    if (now.life != 0u)
    {
        wake(now.a);
        wake(now.b);
    }
}
