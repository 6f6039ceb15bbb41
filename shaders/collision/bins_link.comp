// Chains the pairs of the last step by hash, one a thread. Their order in a chain is arbitrary; who looks for a pair
// finds the same one in any order, as each is there once.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"

layout(push_constant) uniform Push { bins_push push; };
layout(std430, binding = 0) readonly buffer OldList { list_header old_list; };
layout(std430, binding = 1) readonly buffer OldCache { pair_cache old_cache[]; };
layout(std430, binding = 2) buffer Link { uint link[]; }; // first of each hash, then next of each pair

void main()
{
    uint i = thread_index();
    if (i >= old_list.count) return;
    uint head = pair_hash(old_cache[i].a, old_cache[i].b) & push.mask;
    link[push.mask + 1u + i] = atomicExchange(link[head], i);
}
