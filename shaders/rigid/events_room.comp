// Which events are reported in this step; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/events_shared.h"
#include "rigid/touch_shared.h"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Counters { touch_counters touch; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) readonly buffer Bodies { list_header bodies; };
layout(std430, binding = 3) writeonly buffer Room { events_room room; };
layout(std430, binding = 4) writeonly buffer Report { event_header header; };
layout(std430, binding = 5) writeonly buffer Used { uint used; };

#include "rigid/events_room.glsl"

void main()
{
    if (thread_index() == 0u) share_room(bodies.needed);
}
