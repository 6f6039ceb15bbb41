// Events of pairs that have parted. Their places are free again.
// The kernel binds room, order, open and event.
#ifndef MAS_TOUCH_END_GLSL
#define MAS_TOUCH_END_GLSL

#include "list.glsl"
#include "rigid/touch_shared.h"

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
