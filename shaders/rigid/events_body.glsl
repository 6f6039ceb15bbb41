// Events of the news of bodies.
// The kernel binds room, slot, news, lost, told and event.
#ifndef MAS_EVENTS_BODY_GLSL
#define MAS_EVENTS_BODY_GLSL

#include "list.glsl"
#include "rigid/events_shared.h"

void tell_body(uint k)
{
    uint s = slot[k], kind = news[s] & 255u, generation = news[s] >> 8;
    if (kind == EVENT_BODY_LOST) lost[s] = 0u;
    if (kind == EVENT_BODY_SLEEP) told[s] = generation;
    if (kind == EVENT_BODY_WAKE) told[s] = 0u;
    event_party nobody = event_party(0u, 0u, 0u, 0u, 0u), body = nobody;
    body.body       = s;
    body.generation = generation;
    event[room.of[EVENTS_BODIES].list.spare + k] = event_record(vec4(0.0), vec4(0.0), body, nobody, kind, 0u);
}

#endif
