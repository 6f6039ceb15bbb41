// One thread at the step's beginning: the lists of bodies and colliders that have to be checked in this step.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer RecordCount { uint records; }; // of the last step
layout(std430, binding = 2) writeonly buffer Lists { sleep_header lists[SLEEP_LISTS]; };

#include "rigid/sleep_begin.glsl"

void put(uint which, bool needed, uint count)
{
    count = needed ? count : 0u;
    lists[which].list = list_complete(count, count);
}

void main()
{
    if (thread_index() != 0u) return;
    bool forced  = (push.flags & (SLEEP_FORCED | SLEEP_CHANGED | SLEEP_WAKE_ALL)) != 0u;
    bool sleeper = state.asleep != 0u;
    bool anyone  = begin_step(forced);
    put(SLEEP_BODIES, anyone, push.bodies);
    put(SLEEP_COLLIDERS, anyone, push.colliders);
    put(SLEEP_RECORDS, sleeper && (push.flags & SLEEP_CHANGED) != 0u, records);
    put(SLEEP_EDITED, sleeper && forced, push.bodies);
    put(SLEEP_PAIRS, false, 0u);
    put(SLEEP_JOINTS, false, 0u);
    put(SLEEP_WOKEN, false, 0u);
    put(SLEEP_WOKEN_COLLIDERS, false, 0u);
    put(SLEEP_ISLANDS, false, 0u);
    put(SLEEP_ISLAND_CONTACTS, false, 0u);
    put(SLEEP_ISLAND_JOINTS, false, 0u);
}
