// An edit that woke, moved or destroyed a sleeping body wakes its island, too; one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/body_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 1) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep.glsl"

void main()
{
    uint i = thread_index();
    if (i >= push.bodies || body[i].island == 0u || is_asleep(trait[i].tag)) return;
    atomicOr(body[island_of(i, body[i].island)].mark, 1u);
}
