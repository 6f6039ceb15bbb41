// Events of pairs that have parted. Their places are free again.
#ifndef MAS_TOUCH_END_GLSL
#define MAS_TOUCH_END_GLSL

#include "list.glsl"
#include "rigid/touch_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer Open { touch_record open[]; };
layout(std430, binding = 3) writeonly buffer Events { event_record event[]; };
#endif

void tell_end(uint k)
{
    uint at        = order[k];
    touch_record r = open[at];
    uint kind      = r.kind == EVENT_SENSOR_ENTER ? EVENT_SENSOR_LEAVE : EVENT_CONTACT_END;
    event[k]       = event_record(vec4(0.0), vec4(0.0), r.a, r.b, kind, 0u);
    event_party nobody = event_party(0u, 0u, 0u, 0u, 0u);
    open[at]       = touch_record(nobody, nobody, 0u, 0u);
}

#endif
