// Of the pairs of the last step, those that have lost their place are put aside and chained by hash, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) readonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) readonly buffer Manifold { manifold contact[]; };
layout(std430, binding = 2) readonly buffer Record { pair_cache record[]; };
layout(std430, binding = 3) buffer Link { uint link[]; }; // first of each hash, then next of each pair
layout(std430, binding = 4) writeonly buffer Old { pair_old old[]; };
layout(std430, binding = 5) readonly buffer Pair { collider_pair pair[]; };

#include "collision/bins_chain.glsl"

void main()
{
    uint i = thread_index();
    if (i >= bin[BIN_OLD].list.count) return;
    if (chain_pair(i, bin[BIN_FOUND].list.count, bin[BIN_CHAINS].list.count)) old[i] = pair_old(contact[i], record[i]);
}
