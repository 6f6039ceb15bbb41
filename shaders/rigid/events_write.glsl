// Events in their order: for shaders, and for the host in the step's slot of the ring.
// The kernel binds header, record and ring.
#ifndef MAS_EVENTS_WRITE_GLSL
#define MAS_EVENTS_WRITE_GLSL

#include "rigid/events.glsl"

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
