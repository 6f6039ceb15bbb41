// Twin of shaders/rigid/watch.comp.
#ifndef MAS_ORACLE_WATCH_H
#define MAS_ORACLE_WATCH_H

#include "bodies.h"
#include "rigid/watch_shared.h"

void oracle_watch(const oracle_bodies*, const watch_entry* watched, uint32_t count, watch_answer* answers);

#endif
