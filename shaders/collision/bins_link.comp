// Puts the pairs of the last step aside and chains them by hash, one a thread. Their order in a chain is arbitrary; who
// looks for a pair finds the same one in any order, as each is there once.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"

layout(push_constant) uniform Push { bins_push push; };
layout(std430, binding = 0) readonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) readonly buffer Manifold { manifold contact[]; };
layout(std430, binding = 2) readonly buffer Record { pair_cache record[]; };
layout(std430, binding = 3) buffer Link { uint link[]; }; // first of each hash, then next of each pair
layout(std430, binding = 4) writeonly buffer Old { pair_old old[]; };

void main()
{
    uint i = thread_index();
    if (i >= bin[BIN_OLD].list.count) return;
    uint head = pair_hash(record[i].a, record[i].b) & push.mask;
    link[push.mask + 1u + i] = atomicExchange(link[head], i);
    old[i] = pair_old(contact[i], record[i]);
}
