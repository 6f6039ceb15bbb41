#ifndef MAS_TOUCH_SHARED_H
#define MAS_TOUCH_SHARED_H

#include "rigid/events_shared.h"

STRUCT(touch_speed) // of a collider when the step begins
{
    mas_vec4 velocity; // m/s at its centre; w 0
    mas_vec4 spin;     // rad/s, world axes; w 0
};

STRUCT(touch_record) // two shapes whose touching has been told, and whose parting has not; all zero: free
{
    event_party a;
    event_party b;
    uint kind;  // of the event that told it
    uint spare;
};

STRUCT(touch_counters) // one by itself, at an offset that every device can bind
{
    uint open;   // told before this step
    uint kept;   // of these, that still touch
    uint places; // highest of those, plus 1
    uint begins; // pairs that touch and are not told
    uint hits;
    uint pairs;  // of the step
    uint used;   // places below this may be taken
    uint spare[57];
};

STRUCT(touch_list)
{
    list_header list;
    uint spare[52];
};

STRUCT(touch_push)
{
    mas_range range;
    uint capacity;   // places: of what is told at a time
    uint mask;       // of hashes; one below a power of two
    float dt;        // s, of the step
    float hit_speed; // m/s
    float reach;     // m: those that touched do so until they are this far apart
    uint spare;
};

#endif
