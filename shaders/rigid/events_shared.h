// What happened in a step, as kernels write it and hosts' shaders read it (MASSA_VIEW_EVENTS).
#ifndef MAS_EVENTS_SHARED_H
#define MAS_EVENTS_SHARED_H

#include "list_shared.h"

// massa_event_kind. What ends comes before what begins.
#define EVENT_BODY_LOST     1
#define EVENT_CONTACT_END   2
#define EVENT_SENSOR_LEAVE  3
#define EVENT_CONTACT_BEGIN 4
#define EVENT_CONTACT_HIT   5
#define EVENT_SENSOR_ENTER  6
#define EVENT_BODY_SLEEP    7
#define EVENT_BODY_WAKE     8
#define EVENT_KINDS         9

STRUCT(event_party) // one of two; of an event of a body only body and generation count
{
    uint body;             // slot
    uint generation;       // of the body
    uint shape;            // slot of its shape; of a compound's child
    uint shape_generation;
    uint collider;         // slot: tells the children of one body apart
};

STRUCT(event_record)
{
    mas_vec4 point;  // m, world, where they are deepest; w m/s, speed of approach there
    mas_vec4 normal; // unit, from a to b; w 0
    event_party a;   // contacts: the body with the lower slot; sensors: the sensor's
    event_party b;
    uint kind;       // EVENT_*
    uint spare;
};

STRUCT(event_header)
{
    uint count;    // records that follow
    uint capacity;
    uint needed;   // capacity that would have told all at once
    uint places;   // of what is told to touch: the highest in use, plus 1
};

// Lists of a step's events before they are in order; each header by itself, at offsets that every device can bind.
#define EVENTS_ENDED  0
#define EVENTS_BODIES 1
#define EVENTS_PAIRS  2 // begun, then hit
#define EVENTS_ALL    3
#define EVENTS_MERGES 4 // all, for each merge that there is something to do for
#define EVENTS_LISTS  14

STRUCT(events_list)
{
    list_header list; // spare: where they begin among all
    uint spare[52];
};

STRUCT(events_room) // which events are reported in this step
{
    events_list of[EVENTS_LISTS];
    uint begins;   // of EVENTS_PAIRS
    uint free_at;  // in touch's order: places that begins may take,
    uint begin_at; // pairs that begin,
    uint hit_at;   // and pairs that hit
    uint pairs;    // of the step
    uint used;     // places below this may be taken,
    uint holes;    // but for so many
    uint merges;   // that put the events in order
};

#define EVENTS_RANK 64 // events that are put in order by looking at each; then merged two by two

STRUCT(events_push)
{
    mas_range range;
    uint number; // bodies; capacity; entries in order so far; where in the ring the records of the step begin
    uint places; // for what is told to touch
};

#endif
