// Writes the events of a small world, in one group: which events have room, then ends, bodies, begins and hits.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/cache_shared.h"
#include "rigid/touch_shared.h"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Counters { touch_counters touch; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) readonly buffer Bodies { list_header bodies; };
layout(std430, binding = 3) buffer Room { events_room room; };
layout(std430, binding = 4) writeonly buffer Report { event_header header; };
layout(std430, binding = 5) writeonly buffer Used { uint used; };
layout(std430, binding = 6) buffer Open { touch_record open[]; };
layout(std430, binding = 7) writeonly buffer Events { event_record event[]; };
layout(std430, binding = 8) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 9) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 10) readonly buffer Speed { touch_speed speed[]; };
layout(std430, binding = 11) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 12) readonly buffer Slots { uint slot[]; };
layout(std430, binding = 13) readonly buffer News { uint news[]; };
layout(std430, binding = 14) writeonly buffer Lost { uint lost[]; };
layout(std430, binding = 15) writeonly buffer Told { uint told[]; };

#include "rigid/events_room.glsl"
#include "rigid/touch_end.glsl"
#include "rigid/events_body.glsl"
#include "rigid/touch_begin.glsl"

void main()
{
    if (me == 0u) share_room(bodies.needed);
    meet_all();
    for (uint k = me; k < room.of[EVENTS_ENDED].list.count; k += size) tell_end(k);
    for (uint k = me; k < room.of[EVENTS_BODIES].list.count; k += size) tell_body(k);
    meet_all(); // what begins may take the place of what ended
    for (uint k = me; k < room.of[EVENTS_PAIRS].list.count; k += size) tell_begin(k);
}
