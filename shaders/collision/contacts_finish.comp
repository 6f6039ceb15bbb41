// From places in two rows of flags to pair numbers, one contact a thread; the first thread counts.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer ContactList { list_header contact_list; };
layout(std430, binding = 2) buffer Contact { uint contact[]; };
layout(std430, binding = 3) writeonly buffer Counters { contact_counters counters; };

void main()
{
    uint i = thread_index(), n = list.count;
    if (i >= n) return;
    if (i < contact_list.count && contact[i] >= n) contact[i] -= n;
    if (i == 0u) counters.contacts = contact_list.needed;
}
