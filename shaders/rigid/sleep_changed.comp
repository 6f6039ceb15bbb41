// Wakes islands that touched a collider which the host has moved, changed or freed since the last step: nothing else
// shows that their support may be gone. One pair of the last step a thread; its record has the stamps of that step.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/cache_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) readonly buffer Lists { sleep_header lists[SLEEP_LISTS]; };
layout(std430, binding = 1) readonly buffer Record { pair_cache record[]; };
layout(std430, binding = 2) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 3) buffer Sleep { sleep_body body[]; };

#include "rigid/sleep.glsl"

void wake(uint collider)
{
    uint slot = data[collider].body;
    if (data[collider].kind == 0u || slot >= push.bodies || body[slot].island == 0u) return;
    atomicOr(body[island_of(slot, body[slot].island)].mark, 1u);
}

void main()
{
    uint i = thread_index();
    if (i >= lists[SLEEP_RECORDS].list.count) return;
    uint a = record[i].a, b = record[i].b;
    if (record[i].stamp_a == data[a].stamp && record[i].stamp_b == data[b].stamp) return;
    wake(a);
    wake(b);
}
