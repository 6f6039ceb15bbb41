// Events in their order: for shaders, and for the host in the step's slot of the ring.
#ifndef MAS_EVENTS_WRITE_GLSL
#define MAS_EVENTS_WRITE_GLSL

#include "rigid/events.glsl"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 4) writeonly buffer Report
{
    event_header header;
    event_record record[];
};
layout(std430, binding = 5) writeonly buffer Ring { mas_uvec4 ring[]; };
#endif

// Event e is number k of the step, whose first goes to word first of the ring.
void write_event(uint k, event_record e, uint first)
{
    uint at   = first + (5u * k);
    record[k] = e;
    ring[at] = floatBitsToUint(e.point);
    ring[at + 1u] = floatBitsToUint(e.normal);
    ring[at + 2u] = uvec4(e.a.body, e.a.generation, e.a.shape, e.a.shape_generation);
    ring[at + 3u] = uvec4(e.a.collider, e.b.body, e.b.generation, e.b.shape);
    ring[at + 4u] = uvec4(e.b.shape_generation, e.b.collider, e.kind, e.spare);
}

#endif
