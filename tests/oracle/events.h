// Twin of shaders/rigid/events*.comp.
#ifndef MAS_ORACLE_EVENTS_H
#define MAS_ORACLE_EVENTS_H

#include "bodies.h"
#include "rigid/events_shared.h"

// The first capacity events of the bodies lost in this step, by slot; their flags are cleared. Returns how many
// events there are.
uint32_t oracle_events(oracle_bodies*, uint32_t body_count, event_record* events, uint32_t capacity);

#endif
