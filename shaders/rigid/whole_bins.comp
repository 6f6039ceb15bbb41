// Sorts the pairs of a small world into bins, in one group: all of bins.c.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/params.glsl"
#include "collision/cache_shared.h"
#include "rigid/whole_shared.h"

layout(push_constant) uniform Push { bins_push push; };
layout(std430, binding = 1) buffer Bins
{
    bin_header bin[BIN_HEADERS];
    uint       index[]; // room for all pairs in each bin, rounded up to 64
};
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 4) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 5) readonly buffer Old { pair_old old[]; };
layout(std430, binding = 6) buffer Manifold { manifold contact[]; };
layout(std430, binding = 7) buffer Record { pair_cache record[]; };
layout(std430, binding = 8) buffer Past { uint past[]; };
layout(std430, binding = 9) readonly buffer List { list_header list; };
layout(std430, binding = 10) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 11) buffer Count { uint count; }; // of the last step
layout(std430, binding = 12) buffer Link { uint link[]; };
layout(std430, binding = 13) writeonly buffer Counters { contact_counters counters; };
// Three of them again, as words: what is copied whole is copied in a loop, or the compiler takes long.
layout(std430, binding = 14) buffer OldWords { uint old_word[]; };
layout(std430, binding = 15) buffer ManifoldWords { uint contact_word[]; };
layout(std430, binding = 16) buffer RecordWords { uint record_word[]; };

#include "collision/bins_decide.glsl"
#include "collision/bins_chain.glsl"
#include "collision/bins_find.glsl"

const uint CONTACT_WORDS = WHOLE_MANIFOLD_WORDS, RECORD_WORDS = WHOLE_RECORD_WORDS;
const uint OLD_WORDS = CONTACT_WORDS + RECORD_WORDS;

void bring(uint at, uint i)
{
    for (uint w = 0u; w < OLD_WORDS; ++w)
    {
        uint word = old_word[OLD_WORDS * at + w];
        if (w < CONTACT_WORDS) contact_word[CONTACT_WORDS * i + w] = word;
        else record_word[(RECORD_WORDS * i) + (w - CONTACT_WORDS)] = word;
    }
}

void put_aside(uint i)
{
    for (uint w = 0u; w < OLD_WORDS; ++w)
        old_word[OLD_WORDS * i + w] = w < CONTACT_WORDS ? contact_word[CONTACT_WORDS * i + w]
                                                        : record_word[(RECORD_WORDS * i) + (w - CONTACT_WORDS)];
}

void main()
{
    // A resize may have left room for fewer pairs than there were.
    uint n = list.count, then = min(count, push.capacity), chains = 64u; // a power of two, at least one a pair
    bool kept = list.spare == PAIRS_KEPT && count == n;
    if (me < BINS) bin[me].list.count = 0u;
    if (!kept)
    {
        while (chains < then) chains *= 2u;
        for (uint k = me; k < chains; k += size) link[k] = LINK_END;
        meet_all();
        for (uint i = me; i < then; i += size)
            if (chain_pair(i, n, chains)) put_aside(i);
    }
    meet_all();
    for (uint i = me; i < n; i += size) past[i] = kept ? i : find_past(i, then, chains);
    meet_all(); // now places may be written
    for (uint i = me; i < n; i += size)
    {
        decide(i, past[i]);
        if (past[i] == i) put_aside(i); // it will be detected there
    }
    meet_all();
    if (me != 0u) return;
    uint all = 0u;
    for (uint k = 0u; k < BINS; ++k)
    {
        uint entries = bin[k].list.count;
        bin[k].list  = list_complete(entries, push.capacity);
        all += entries;
    }
    bin[BIN_ALL].list = list_complete(all, push.capacity);
    count    = n;
    counters = contact_counters(list.needed, 0u, 0u, n - all, all, 0u, 0u, 0u);
}
