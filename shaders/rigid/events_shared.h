#ifndef MAS_EVENTS_SHARED_H
#define MAS_EVENTS_SHARED_H

#include "types_shared.h"

#define EVENT_BODY_LOST 1 // massa_event_kind

STRUCT(event_record)
{
    uint kind;
    uint slot;
    uint generation;
    uint spare;
};

#endif
