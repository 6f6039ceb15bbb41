// Events of the news of bodies, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_shared.h"

layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Slots { uint slot[]; };
layout(std430, binding = 2) readonly buffer News { uint news[]; };
layout(std430, binding = 3) writeonly buffer Lost { uint lost[]; };
layout(std430, binding = 4) writeonly buffer Told { uint told[]; };
layout(std430, binding = 5) writeonly buffer Events { event_record event[]; };

#include "rigid/events_body.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_BODIES].list.count) tell_body(k);
}
