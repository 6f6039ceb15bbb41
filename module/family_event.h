// What happens in a step, as hosts and shaders hear of it. The last of the families: its report ends with the records.
#ifndef MAS_FAMILY_EVENT_H
#define MAS_FAMILY_EVENT_H

#include "rigid/events.h"
#include "simulation.h"

typedef struct mas_event_part
{
    mas_events events;
} mas_event_part;

enum
{
    EVENT_TOLD, // report: event_header, then event_record
};

enum
{
    EVENT_ROOM, // overflow: capacity.events
};

#endif
