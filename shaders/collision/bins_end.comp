// Completes the lists of pairs to detect, and counts; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) writeonly buffer Counters { contact_counters counters; };

void main()
{
    if (thread_index() != 0u) return;
    uint all = 0u, capacity = bin[BIN_ALL].list.capacity;
    for (uint k = 0u; k < BINS; ++k)
    {
        uint n = bin[k].list.count;
        bin[k].list = list_complete(n, capacity);
        all += n;
    }
    bin[BIN_ALL].list = list_complete(all, capacity);
    counters.detected = all;
    counters.recycled = (bin[BIN_KEPT].list.count + bin[BIN_FOUND].list.count) - all;
}
