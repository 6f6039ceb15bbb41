// The events of the step in their order, one a thread: for shaders, and for the host in the step's slot of the ring.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events.glsl"

layout(push_constant) uniform Push { events_push push; };
layout(std430, binding = 2) readonly buffer Even { uint even[]; }; // in order after an even number of merges
layout(std430, binding = 3) readonly buffer Odd { uint odd[]; };
layout(std430, binding = 4) writeonly buffer Report
{
    event_header header;
    event_record told[];
};
layout(std430, binding = 5) writeonly buffer Ring { mas_uvec4 ring[]; };

void main()
{
    uint k = thread_index();
    if (k >= room.of[EVENTS_ALL].list.count) return;
    event_record e = event[(room.merges & 1u) == 0u ? even[k] : odd[k]];
    uint at  = push.number + (5u * k);
    told[k]  = e;
    ring[at] = floatBitsToUint(e.point);
    ring[at + 1u] = floatBitsToUint(e.normal);
    ring[at + 2u] = uvec4(e.a.body, e.a.generation, e.a.shape, e.a.shape_generation);
    ring[at + 3u] = uvec4(e.a.collider, e.b.body, e.b.generation, e.b.shape);
    ring[at + 4u] = uvec4(e.b.shape_generation, e.b.collider, e.kind, e.spare);
}
