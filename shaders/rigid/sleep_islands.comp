// One thread: islands are built only if some body may fall asleep.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) readonly buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer ContactList { list_header contacts; };
layout(std430, binding = 2) writeonly buffer Lists { sleep_header lists[SLEEP_LISTS]; };

#include "rigid/sleep.glsl"

void main()
{
    if (thread_index() != 0u || state.candidate == 0u) return;
    lists[SLEEP_ISLANDS].list         = list_complete(push.bodies, push.bodies);
    lists[SLEEP_ISLAND_CONTACTS].list = list_complete(contacts.count, contacts.count);
    lists[SLEEP_ISLAND_JOINTS].list   = list_complete(push.joints, push.joints);
}
