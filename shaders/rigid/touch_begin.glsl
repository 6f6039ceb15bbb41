// Events of pairs that begin to touch and of hits. A pair that begins takes a place.
// The kernel binds room, order, of_pair, pose, speed, data, open and event.
#ifndef MAS_TOUCH_BEGIN_GLSL
#define MAS_TOUCH_BEGIN_GLSL

#include "list.glsl"
#include "collision/ahead.glsl"
#include "rigid/touch_shared.h"

#include "rigid/touch.glsl"

void tell_begin(uint k)
{
    bool begins = k < room.begins;
    // Places in the rows of pairs, begins before hits.
    uint entry = order[begins ? room.begin_at + k : room.hit_at + (k - room.begins)] - (2u * room.used);
    uint i     = begins ? entry : entry - room.pairs;

    manifold m     = of_pair[i];
    vec4  deepest  = touch_deepest(i);
    vec3  at       = pose[m.a].position.xyz + (abs(m.normal.w) * pose[m.a].way.xyz);
    vec3  between  = ahead_offset(pose[m.a], pose[m.b], m.normal.w);
    float approach = touch_approach(m.normal.xyz, deepest.xyz, between, speed[m.a], speed[m.b]);
    bool  turned   = touch_turned(data[m.a], data[m.b]);
    vec3  normal   = mix(m.normal.xyz, -m.normal.xyz, bvec3(turned));
    event_party a  = touch_party(data[m.a], m.a), b = touch_party(data[m.b], m.b);
    bool  sensor   = (m.flags & MANIFOLD_SENSOR) != 0u;
    uint  kind     = !begins ? EVENT_CONTACT_HIT : sensor ? EVENT_SENSOR_ENTER : EVENT_CONTACT_BEGIN;
    event_record e = event_record(vec4(exact_flush(at + deepest.xyz), approach > 0.0 ? approach : 0.0),
                                  vec4(exact_flush(normal), 0.0), a, b, kind, 0u);
    if (turned)
    {
        e.a = b;
        e.b = a;
    }
    event[room.of[EVENTS_PAIRS].list.spare + k] = e;
    if (!begins) return;
    uint place = k < room.holes ? order[room.free_at + k] - room.used : room.used + (k - room.holes);
    open[place]      = touch_record(e.a, e.b, kind, 0u);
    of_pair[i].flags = (m.flags & MANIFOLD_MARKS) | (place + 1u) << MANIFOLD_TOLD_SHIFT;
}

#endif
