// Which events are reported in this step: first touches that ended, then bodies, then touches that begin; of each kind
// the first ones, as far as there is room, and the others wait. Hits take the room that is left. A touch that begins
// finds a place: either all ends were reported, or none begins.
// The kernel binds push, touch, order, room, header and used.
#ifndef MAS_EVENTS_ROOM_GLSL
#define MAS_EVENTS_ROOM_GLSL

#include "list.glsl"
#include "rigid/touch_shared.h"

void list_at(uint k, uint first, uint count)
{
    list_header h = list_complete(count, push.number);
    h.spare       = first;
    room.of[k].list = h;
}

// Headers of the merges; returns how many there are.
uint merges_of(uint count)
{
    uint n = 0u;
    for (uint run = EVENTS_RANK; run < push.number; run *= 2u, ++n) list_at(EVENTS_MERGES + n, 0u, run < count ? count : 0u);
    uint merges = 0u;
    for (uint run = EVENTS_RANK; run < count; run *= 2u) ++merges;
    return merges;
}

void share_room(uint news) // bodies that have some
{
    uint capacity = push.number;
    uint parted   = touch.open - touch.kept;
    uint ended    = min(parted, capacity);
    uint told     = min(news, capacity - ended);
    uint begins   = min(touch.begins, min(push.places - touch.kept, capacity - (ended + told)));
    uint holes    = touch.used - touch.kept; // below used; those that parted are in it
    uint hits     = min(touch.hits, capacity - ((ended + told) + begins));
    uint count    = ((ended + told) + begins) + hits;
    list_at(EVENTS_ENDED, 0u, ended);
    list_at(EVENTS_BODIES, ended, told);
    list_at(EVENTS_PAIRS, ended + told, begins + hits);
    list_at(EVENTS_ALL, 0u, count);
    room.begins   = begins;
    room.free_at  = parted;
    room.begin_at = parted + holes;
    room.hit_at   = (parted + holes) + touch.begins;
    room.pairs    = touch.pairs;
    room.used     = touch.used;
    room.holes    = holes;
    room.merges   = merges_of(count);
    uint places   = touch.places;
    if (parted > ended) places = max(places, order[parted - 1u] + 1u); // in order
    if (begins > holes) places = touch.used + (begins - holes);
    else if (begins > 0u) places = max(places, (order[(parted + begins) - 1u] - touch.used) + 1u);
    used   = places;
    header = event_header(count, capacity, ((parted + news) + touch.begins) + touch.hits, places);
}

#endif
