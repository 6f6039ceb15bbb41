// Sleepers that something touches, or is about to: their islands are marked. One pair a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) buffer Lists { sleep_header lists[SLEEP_LISTS]; };
layout(std430, binding = 2) readonly buffer PairList { list_header pairs; };
layout(std430, binding = 3) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 4) readonly buffer Past { uint past[]; };
layout(std430, binding = 5) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 6) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep_touch.glsl"

void open_woken()
{
    lists[SLEEP_WOKEN].list           = list_complete(push.bodies, push.bodies);
    lists[SLEEP_WOKEN_COLLIDERS].list = list_complete(push.colliders, push.colliders);
}

void main()
{
    uint i = thread_index();
    if (i < pairs.count) touch_sleepers(i);
}
