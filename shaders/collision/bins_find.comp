// Finds each pair among those of the last step, one a thread: in its place, where nearly all are if somebody kept the
// list in order, or in the chains. Writes who the two are into its record.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"

layout(std430, binding = 0) readonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Link { uint link[]; };
layout(std430, binding = 3) readonly buffer Old { pair_old old[]; };
layout(std430, binding = 4) writeonly buffer Past { uint past[]; };
layout(std430, binding = 5) buffer Record { pair_cache record[]; };

uint find(collider_pair p)
{
    uint chains = bin[BIN_CHAINS].list.count, at = link[pair_hash(p.a, p.b) & (chains - 1u)];
    while (at != LINK_END)
    {
        if (old[at].record.a == p.a && old[at].record.b == p.b) return at;
        at = link[chains + at];
    }
    return PAST_NONE;
}

void main()
{
    uint i = thread_index();
    if (i >= bin[BIN_FOUND].list.count) return;
    collider_pair p = pair[i];
    if (i < bin[BIN_OLD].list.count && record[i].a == p.a && record[i].b == p.b)
    {
        past[i] = i;
        return;
    }
    past[i]     = find(p);
    record[i].a = p.a;
    record[i].b = p.b;
}
