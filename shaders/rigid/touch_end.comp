// Events of pairs that have parted, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_shared.h"
#include "rigid/touch_shared.h"

layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer Open { touch_record open[]; };
layout(std430, binding = 3) writeonly buffer Events { event_record event[]; };

#include "rigid/touch_end.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_ENDED].list.count) tell_end(k);
}
