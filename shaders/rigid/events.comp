// Writes the events of the bodies that were lost in this step, one a thread, in the order of their slots.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/events_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Slots { uint slot[]; };
layout(std430, binding = 2) readonly buffer Lost { uint lost[]; }; // generation, by slot
layout(std430, binding = 3) writeonly buffer Events { event_record event[]; };

void main()
{
    uint k = thread_index();
    if (k >= list.count) return;
    event[k] = event_record(EVENT_BODY_LOST, slot[k], lost[slot[k]], 0u);
}
