// Joints link islands as contacts do (sleep_link.comp); one joint a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/joint_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer Joint { joint_data joint[]; };
layout(std430, binding = 2) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 3) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 4) coherent buffer Parent { uint parent[]; };
layout(std430, binding = 5) buffer Restless { uint restless[]; };

#include "rigid/sleep.glsl"
#include "rigid/sleep_union.glsl"

void main()
{
    uint i = thread_index();
    if (i >= push.joints || joint[i].kind == 0u) return;
    uint a = joint[i].a, b = joint[i].b;
    if (a >= push.bodies || b >= push.bodies) return; // the world's end links and pulls nothing
    bool free_a = is_awake(trait[a].tag), free_b = is_awake(trait[b].tag);
    if (free_a && free_b) unite(a, b);
    else if (free_a && is_driven(trait[b].tag, motion[b])) atomicOr(restless[a], 1u);
    else if (free_b && is_driven(trait[a].tag, motion[a])) atomicOr(restless[b], 1u);
}
