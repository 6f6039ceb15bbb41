// Of the pairs of the last step, those that have lost their place are put aside and chained by hash, one a thread. The
// order in a chain is arbitrary; who looks for a pair finds the same one in any order, as each is there once.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"

layout(std430, binding = 0) readonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) readonly buffer Manifold { manifold contact[]; };
layout(std430, binding = 2) readonly buffer Record { pair_cache record[]; };
layout(std430, binding = 3) buffer Link { uint link[]; }; // first of each hash, then next of each pair
layout(std430, binding = 4) writeonly buffer Old { pair_old old[]; };
layout(std430, binding = 5) readonly buffer Pair { collider_pair pair[]; };

void main()
{
    uint i = thread_index();
    if (i >= bin[BIN_OLD].list.count) return;
    uint a = record[i].a, b = record[i].b, chains = bin[BIN_CHAINS].list.count;
    if (i < bin[BIN_FOUND].list.count && pair[i].a == a && pair[i].b == b) return;
    link[chains + i] = atomicExchange(link[pair_hash(a, b) & (chains - 1u)], i);
    old[i] = pair_old(contact[i], record[i]);
}
