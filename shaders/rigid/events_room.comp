// Who is told in this step; one thread. What ended always has room, because no more is told to touch than there are
// events; then come bodies, then what begins, as far as places go, which else waits; hits take what is left.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/touch_shared.h"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Counters { touch_counters touch; };
layout(std430, binding = 1) readonly buffer OrderList { list_header order_list; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Bodies { list_header bodies; };
layout(std430, binding = 4) writeonly buffer Room { events_room room; };
layout(std430, binding = 5) writeonly buffer Report { event_header header; };

void list_at(uint k, uint first, uint count)
{
    list_header h = list_complete(count, push.number);
    h.spare       = first;
    room.of[k].list = h;
}

void main()
{
    if (thread_index() != 0u) return;
    uint capacity = push.number;
    uint ended    = touch.open - touch.kept;
    uint places   = capacity - touch.kept; // that begins may take
    uint told     = min(bodies.needed, capacity - ended);
    uint begins   = min(touch.begins, min(places, capacity - (ended + told)));
    uint hit_at   = (ended + places) + touch.begins;
    uint listed   = order_list.count > hit_at ? order_list.count - hit_at : 0u; // order is finite
    uint hits     = min(min(touch.hits, listed), capacity - ((ended + told) + begins));
    uint wanted   = ((ended + bodies.needed) + touch.begins) + touch.hits;
    list_at(EVENTS_ENDED, 0u, ended);
    list_at(EVENTS_BODIES, ended, told);
    list_at(EVENTS_PAIRS, ended + told, begins + hits);
    uint all = ((ended + told) + begins) + hits, merges = 0u;
    list_at(EVENTS_ALL, 0u, all);
    for (uint k = 0u; k < EVENTS_MERGES; ++k)
    {
        bool needed = all > uint(EVENTS_RANK) << k;
        list_at(EVENTS_MERGE + k, 0u, needed ? all : 0u);
        merges += uint(needed);
    }
    room.merges   = merges;
    room.begins   = begins;
    room.free_at  = ended;
    room.begin_at = ended + places;
    room.hit_at   = hit_at;
    room.pairs    = touch.pairs;
    uint last     = begins > 0u ? (order[(ended + begins) - 1u] - capacity) + 1u : 0u; // in order
    header = event_header(all, capacity, max(wanted, touch.kept + touch.begins),
                          max(touch.places, last));
}
