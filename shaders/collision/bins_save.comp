// Puts aside what is known of pairs that will be detected in their old place, one of all that will be a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/bins.glsl"

layout(std430, binding = 1) readonly buffer Manifold { manifold contact[]; };
layout(std430, binding = 2) readonly buffer Record { pair_cache record[]; };
layout(std430, binding = 3) readonly buffer Past { uint past[]; };
layout(std430, binding = 4) writeonly buffer Old { pair_old old[]; };

void main()
{
    uint k = thread_index();
    if (k >= bin[BIN_ALL].list.count) return;
    uint i = bins_pair(k);
    if (past[i] == i) old[i] = pair_old(contact[i], record[i]);
}
