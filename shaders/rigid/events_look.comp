// Which bodies have news to report, one a thread, once per window of their arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/events_news.glsl"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 1) readonly buffer Lost { uint lost[]; };  // by slot: generation of a body lost and not told
layout(std430, binding = 2) readonly buffer Told { uint told[]; };  // by slot: generation of a body told to sleep
layout(std430, binding = 3) writeonly buffer News { uint news[]; }; // by slot: EVENT_*, generation from bit 8; or 0
layout(std430, binding = 4) buffer Any { list_header any; };        // all slots, once there are news; spare counts them

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    uint slot = push.range.first + i;
    uint n    = news_of(trait[i].tag, lost[slot], told[slot]);
    news[slot] = n;
    if (n == 0u || atomicAdd(any.spare, 1u) != 0u) return;
    list_header all = list_complete(push.number, push.number);
    any.count   = all.count;
    any.group_x = all.group_x;
    any.group_y = all.group_y;
    any.group_z = all.group_z;
    any.block_x = all.block_x;
    any.block_y = all.block_y;
    any.block_z = all.block_z;
}
