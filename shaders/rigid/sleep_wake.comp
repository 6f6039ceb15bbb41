// Wakes the members of marked islands, one body a thread. Marks stay until the step's end: whoever looks for one reads the
// same, in any order.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep.glsl"

layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) buffer Trait { body_trait trait[]; };
layout(std430, binding = 2) buffer Sleep { sleep_body body[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.bodies || body[i].island == 0u) return;
    uint tag  = trait[i].tag;
    bool wake = (push.flags & SLEEP_WAKE_ALL) != 0u || !is_asleep(tag) ||
                body[island_of(i, body[i].island)].mark != 0u;
    if (!wake) return;
    if (is_asleep(tag)) trait[i].tag = tag & ~uint(BODY_ASLEEP);
    body[i].rest   = 0.0;
    body[i].island = 0u;
    atomicAdd(state.asleep, 0xFFFFFFFFu); // one less
}
