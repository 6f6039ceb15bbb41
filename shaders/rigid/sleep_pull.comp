// Sleepers whose joint is pulled: the same as sleep_touch.comp, one joint a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/joint_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) buffer Lists { sleep_header lists[SLEEP_LISTS]; };
layout(std430, binding = 2) readonly buffer Joint { joint_data joint[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 5) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep.glsl"
#include "rigid/sleep_mark.glsl"

void open_woken()
{
    lists[SLEEP_WOKEN].list           = list_complete(push.bodies, push.bodies);
    lists[SLEEP_WOKEN_COLLIDERS].list = list_complete(push.colliders, push.colliders);
}

bool moves(uint slot)
{
    return is_awake(trait[slot].tag) || is_driven(trait[slot].tag, motion[slot]);
}

void main()
{
    uint i = thread_index();
    if (i >= push.joints || joint[i].kind == 0u) return;
    uint a = joint[i].a, b = joint[i].b;
    if (a >= push.bodies || b >= push.bodies) return; // the world's end links and pulls nothing
    if (moves(b)) mark(a);
    if (moves(a)) mark(b);
}
