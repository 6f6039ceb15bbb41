// Before the pairs of a step are looked at: whether they are those of the last step, so that each finds its past in its
// own place, or have to be looked for; empty lists, counters; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(push_constant) uniform Push { bins_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) buffer Count { uint count; };
layout(std430, binding = 2) writeonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 3) writeonly buffer Counters { contact_counters counters; };

void main()
{
    if (thread_index() != 0u) return;
    // A count and no header is kept: arguments of dispatches are for this device's group size.
    bool kept = list.spare == PAIRS_KEPT && count == list.count;
    for (uint k = 0u; k < BIN_KEPT; ++k) bin[k].list = list_complete(0u, push.capacity);
    bin[BIN_KEPT].list   = list_complete(kept ? list.count : 0u, push.capacity);
    bin[BIN_FOUND].list  = list_complete(kept ? 0u : list.count, push.capacity);
    bin[BIN_OLD].list    = list_complete(kept ? 0u : count, push.capacity);
    uint chains = 64u; // a power of two, at least one a pair
    while (chains < min(count, push.capacity)) chains *= 2u;
    bin[BIN_CHAINS].list = list_complete(kept ? 0u : chains, chains);
    count    = list.count;
    counters = contact_counters(list.needed, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
}
