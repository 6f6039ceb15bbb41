// Orders and writes the events of a small world's step, in one group: rank, merges and the end of events.c.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "rigid/events_shared.h"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 0) readonly buffer Room { events_room room; };
layout(std430, binding = 1) readonly buffer Events { event_record event[]; };
layout(std430, binding = 2) buffer Even { uint even[]; }; // in order after an even number of merges
layout(std430, binding = 3) buffer Odd { uint odd[]; };
layout(std430, binding = 4) writeonly buffer Report
{
    event_header header;
    event_record record[];
};
layout(std430, binding = 5) writeonly buffer Ring { mas_uvec4 ring[]; };

#include "rigid/events_merge.glsl"
#include "rigid/events_write.glsl"

bool in_odd = false; // where they are so far

uint event_at(uint place)
{
    return in_odd ? odd[place] : even[place];
}

void main()
{
    uint n = room.of[EVENTS_ALL].list.count;
    if (group_index() != 0u) return; // there are as many as would take an event a thread
    for (uint i = me; i < n; i += size) even[event_rank(i, n)] = i;
    meet_all();
    for (uint run = EVENTS_RANK; run < n; run *= 2u)
    {
        for (uint i = me; i < n; i += size)
        {
            uint to = event_merged(i, n, run);
            if (in_odd) even[to] = odd[i];
            else odd[to] = even[i];
        }
        in_odd = !in_odd;
        meet_all();
    }
    for (uint k = me; k < n; k += size) write_event(k, event[event_at(k)], push.number);
}
