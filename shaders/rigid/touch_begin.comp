// Events of pairs that begin to touch and of hits, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/cache_shared.h"
#include "rigid/events_shared.h"
#include "rigid/touch_shared.h"

layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) readonly buffer Speed { touch_speed speed[]; };
layout(std430, binding = 5) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 6) writeonly buffer Open { touch_record open[]; };
layout(std430, binding = 7) writeonly buffer Events { event_record event[]; };

#include "rigid/touch_begin.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_PAIRS].list.count) tell_begin(k);
}
