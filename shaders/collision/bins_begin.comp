// Before the pairs of a step are looked at: how many there were in the last one, empty lists, counters; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(push_constant) uniform Push { pairs_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer OldCount { uint old_count; };
layout(std430, binding = 2) writeonly buffer OldList { list_header old_list; };
layout(std430, binding = 3) writeonly buffer Count { uint count; };
layout(std430, binding = 4) writeonly buffer Bins { bin_header bin[BINS]; };
layout(std430, binding = 5) writeonly buffer Counters { contact_counters counters; };

void main()
{
    if (thread_index() != 0u) return;
    // A count and no header is kept: arguments of dispatches are for this device's group size.
    old_list = list_complete(old_count, push.capacity);
    count    = list.count;
    for (uint k = 0u; k < BINS; ++k) bin[k].list = list_complete(0u, push.capacity);
    counters = contact_counters(list.needed, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
}
